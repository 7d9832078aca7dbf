// Reachability in the control-flow graph, without regard to guards.
#pragma once

#include <vector>

#include "program/program.h"

namespace pendulum::program {

/// By location: whether a path leads from the entry to it.
std::vector<bool> reachable_from_entry(const Program& program);
/// By location: whether a path leads from it to the error.
std::vector<bool> leading_to_error(const Program& program);

}  // namespace pendulum::program
