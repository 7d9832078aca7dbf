# Script: writes the parts of the report page as C++ string literals.
#   cmake -DOUTPUT=FILE.cpp -DPAGE=DIRECTORY -DDAGRE=dagre.min.js -P EmbedPage.cmake
set(text "// Made by cmake/EmbedPage.cmake.\n#include \"report/page_assets.h\"\n\nnamespace pendulum::report {\n")
function(embed name file)
  file(READ ${file} content)
  set(text "${text}\nconst std::string_view ${name} = R\"pendulum(${content})pendulum\";\n" PARENT_SCOPE)
endfunction()
embed(page_html ${PAGE}/page.html)
embed(page_css ${PAGE}/page.css)
embed(page_script ${PAGE}/page.js)
embed(dagre_script ${DAGRE})
file(WRITE ${OUTPUT} "${text}\n}  // namespace pendulum::report\n")
