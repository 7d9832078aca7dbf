// An error path in terms of the source: the source locations in their order and the values of inputs.
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
