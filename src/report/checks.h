// The results of single checks as text and as data.
#pragma once

#include <iosfwd>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "report/notation/trace_text.h"
#include "report/run_record.h"

namespace pendulum::report {

/// "proved", "violated" or "unknown".
std::string_view word_of(CheckResult::Status status);

/// Prints one line per check, first the violated ones, then the unknown and the proved ones, and a summary:
/// "12 checks: 9 proved, 1 violated, 2 unknown".
void print_checks(std::ostream& out, const RunRecord& record);

/// Prints the counterexample of each violated check.
void print_traces(std::ostream& out, const RunRecord& record, TraceDetail detail);

nlohmann::ordered_json checks_to_json(const std::vector<CheckResult>& checks);
std::vector<CheckResult> checks_of_json(const nlohmann::ordered_json& json);

}  // namespace pendulum::report
