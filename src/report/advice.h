// Explains the verdict unknown: how far each engine got, and what a user can try next.
#pragma once

#include <string>
#include <string_view>

#include "report/run_record.h"

namespace pendulum::report {

/// An engine's last progress message in words: "depth 14" of bmc becomes "no error below depth 14".
std::string progress_text(std::string_view engine, std::string_view message);

/// Suggestions for the user after this result, most promising first; empty unless the verdict is unknown.
std::vector<std::string> advice(const RunRecord& record);

}  // namespace pendulum::report
