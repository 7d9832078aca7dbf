// The report page: a run played back in the browser, in one HTML file that needs no network.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pendulum::report {

/// `result`: the run as to_json writes it; `recordings`: as arg::to_json writes them, the first one is shown
/// first. Throws InputError for text that is not JSON.
std::string make_page(std::string_view result, const std::vector<std::string>& recordings);

}  // namespace pendulum::report
