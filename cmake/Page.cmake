# The report page is one file without external links: its parts and the layout library dagre (from Debian's
# package python3-xstatic-dagre) are compiled into the library `report`.
find_file(DAGRE_SCRIPT dagre.min.js PATHS /usr/lib/python3/dist-packages/xstatic/pkg/dagre/data NO_DEFAULT_PATH
          REQUIRED DOC "the layout library dagre for browsers, with everything it needs")
set(page ${PROJECT_SOURCE_DIR}/src/report/page)
set(page_assets ${PROJECT_BINARY_DIR}/page_assets.cpp)
add_custom_command(
  OUTPUT ${page_assets}
  COMMAND ${CMAKE_COMMAND} -DOUTPUT=${page_assets} -DPAGE=${page} -DDAGRE=${DAGRE_SCRIPT}
          -P ${PROJECT_SOURCE_DIR}/cmake/EmbedPage.cmake
  DEPENDS ${page}/page.html ${page}/page.css ${page}/page.js ${DAGRE_SCRIPT}
          ${PROJECT_SOURCE_DIR}/cmake/EmbedPage.cmake
  VERBATIM)
target_sources(pendulum_report PRIVATE ${page_assets})
