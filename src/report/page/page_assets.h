// The parts of the report page. cmake/EmbedPage.cmake generates their definitions from page/ and dagre.
#pragma once

#include <string_view>

namespace pendulum::report {

extern const std::string_view page_html;  ///< template with the markers @CSS@, @DATA@, @DAGRE@ and @SCRIPT@
extern const std::string_view page_css;
extern const std::string_view page_script;
extern const std::string_view dagre_script;

}  // namespace pendulum::report
