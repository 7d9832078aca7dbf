# Script: writes the parts of the report page as C++ string literals.
#   cmake -DOUTPUT=FILE.cpp -DPAGE=DIRECTORY -DSCRIPTS=a.js,b.js -DDAGRE=dagre.min.js -P EmbedPage.cmake
set(text "// Made by cmake/EmbedPage.cmake.\n#include \"report/page/page_assets.h\"\n\nnamespace pendulum::report {\n")
# The files become one literal, in the given order.
function(embed name)
  set(literal "")
  foreach(file IN LISTS ARGN)
    file(READ ${file} content)
    string(APPEND literal "R\"pendulum(${content})pendulum\"\n")
  endforeach()
  set(text "${text}\nconst std::string_view ${name} =\n${literal};\n" PARENT_SCOPE)
endfunction()
string(REPLACE "," ";" scripts "${SCRIPTS}")
list(TRANSFORM scripts PREPEND ${PAGE}/)
embed(page_html ${PAGE}/page.html)
embed(page_css ${PAGE}/page.css)
embed(page_script ${scripts})
embed(dagre_script ${DAGRE})
file(WRITE ${OUTPUT} "${text}\n}  // namespace pendulum::report\n")
