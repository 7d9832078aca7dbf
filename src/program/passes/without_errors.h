// A program with fewer errors: `pendulum verify --all` searches for one violation after the other.
#pragma once

#include <functional>
#include <vector>

#include "program/program.h"

namespace pendulum::program {

/// The program without the edges into the error location that `is_dropped` accepts. Executions that would
/// take a dropped edge end before it. Locations, variables, and the symbols of inputs are unchanged.
/// Soundness: the executions of the result are executions of `program`, so an error path of the result is one
/// of `program`. A proof for the result shows only that no execution takes one of the kept edges.
Program without_errors(const Program& program, const std::function<bool(const Edge&)>& is_dropped);

/// For each edge of `without_errors(program, is_dropped)`, its number in `program`.
std::vector<EdgeId> edges_without_errors(const Program& program,
                                         const std::function<bool(const Edge&)>& is_dropped);

}  // namespace pendulum::program
