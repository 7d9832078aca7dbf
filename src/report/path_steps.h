// An error path as what a reader of the source sees: places in their order, and the values that came from
// outside.
#pragma once

#include "certificate/certificate.h"
#include "report/run_record.h"

namespace pendulum::report {

/// At most a few hundred steps: of a long path its end.
std::vector<PathStep> path_steps(const program::Program& program, const certificate::ErrorPath& path);

}  // namespace pendulum::report
