# The report page is one file without external links: its parts and the layout library dagre (from Debian's
# package python3-xstatic-dagre) are compiled into the library `report_page`.
find_file(DAGRE_SCRIPT dagre.min.js PATHS /usr/lib/python3/dist-packages/xstatic/pkg/dagre/data NO_DEFAULT_PATH
          REQUIRED DOC "the layout library dagre for browsers, with everything it needs")
set(page ${PROJECT_SOURCE_DIR}/src/report/page)
# In the order in which the page executes them: a script uses those before it.
set(page_scripts dom.js virtual_list.js source_view.js trace_model.js steps_view.js state_view.js trace_view.js
                 verdict_view.js details_view.js search_layout.js search_picture.js search_view.js page.js)
list(JOIN page_scripts "," page_script_names)
list(TRANSFORM page_scripts PREPEND ${page}/)
set(page_assets ${PROJECT_BINARY_DIR}/report_page_assets.cpp)
add_custom_command(
  OUTPUT ${page_assets}
  COMMAND ${CMAKE_COMMAND} -DOUTPUT=${page_assets} -DPAGE=${page} -DSCRIPTS=${page_script_names} -DDAGRE=${DAGRE_SCRIPT}
          -P ${PROJECT_SOURCE_DIR}/cmake/EmbedPage.cmake
  DEPENDS ${page}/page.html ${page}/page.css ${page_scripts} ${DAGRE_SCRIPT}
          ${PROJECT_SOURCE_DIR}/cmake/EmbedPage.cmake
  VERBATIM)
target_sources(pendulum_report_page PRIVATE ${page_assets})
