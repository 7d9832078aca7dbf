// A RunRecord as SARIF 2.1.0 (OASIS), a format for findings that editors and code hosting services read.
#pragma once

#include <string>

#include "report/run_record.h"

namespace pendulum::report {

/// A SARIF document with one run and one result: kind "fail" with the error path as code flow, "pass" for a
/// proof, "open" for the verdict unknown.
std::string to_sarif(const RunRecord& record);

}  // namespace pendulum::report
