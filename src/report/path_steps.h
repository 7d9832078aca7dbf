// An error path as what a reader of the source sees: places in their order, and the values that came from
// outside.
#pragma once

#include "certificate/certificate.h"
#include "program/native_source.h"
#include "report/run_record.h"

namespace pendulum::report {

/// Returns the last few hundred steps of the path. The last step names the violation. `native` describes the
/// results of functions without body; it is null for programs that are not C.
std::vector<PathStep> path_steps(const program::Program& program, const certificate::ErrorPath& path,
                                 const program::NativeSource* native);

}  // namespace pendulum::report
