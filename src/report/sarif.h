// A RunRecord as SARIF 2.1.0 (OASIS), the format in which editors and code hosts read findings.
#pragma once

#include <string>

#include "report/run_record.h"

namespace pendulum::report {

/// One run with one result: kind "fail" with the error path as code flow, "pass" for a proof, "open" where
/// there is no verdict.
std::string to_sarif(const RunRecord& record);

}  // namespace pendulum::report
