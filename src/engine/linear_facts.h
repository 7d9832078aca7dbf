// Linear invariants of abstract interpretation (domain/fixpoint) for engines that want to start from them.
#pragma once

#include <chrono>

#include "engine/prepared_program.h"

namespace pendulum::engine {

/// For each location of prepared.program() constraints over its variables, in its theory, that hold in all
/// states that reach it; false where none does. Empty lists when the time is up. Over integers they hold in
/// the integer view, which has all runs of the program. Over bit-vectors they are the view's invariants in
/// enough bits, so they hold there too; but each step of the argument that they are inductive may need others
/// that have no such form, so who certifies them asks a solver.
std::vector<term::TermVector> linear_facts(const PreparedProgram& prepared, Env& env,
                                           std::chrono::milliseconds limit);

/// domain::linear_invariants, which this ends at its limit wherever it is.
std::vector<term::TermVector> limited_invariants(const program::Program& program, term::Term ranges,
                                                 std::chrono::milliseconds limit, Env& env);

}  // namespace pendulum::engine
