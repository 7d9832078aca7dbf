// The report page: one HTML file that plays back a run in the browser and needs no network access.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pendulum::report {

/// The text of the page. `result` is the run in the format of to_json; `recordings` are event logs in the
/// format of event_json.h, and the page initially shows the first one. Throws InputError for text that is not
/// JSON.
std::string make_page(std::string_view result, const std::vector<std::string>& recordings);

}  // namespace pendulum::report
