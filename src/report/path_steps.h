// An error path as what a reader of the source sees: places in their order, and the values that came from
// outside.
#pragma once

#include "certificate/certificate.h"
#include "program/native_source.h"
#include "report/run_record.h"

namespace pendulum::report {

/// At most a few hundred steps: of a long path its end. The last step says what is violated. `native` tells
/// the types of the results of functions without body; null: the program is not of C.
std::vector<PathStep> path_steps(const program::Program& program, const certificate::ErrorPath& path,
                                 const program::NativeSource* native);

}  // namespace pendulum::report
