// Definition 1 of UFO, and with it what Theorem 1 needs: a safe, complete and well-labelled graph proves the
// program. For tests and debugging; verdicts rest on the judge.
#pragma once

#include "arg/arg.h"
#include "smt/solver.h"

namespace pendulum::arg {

/// What is wrong, nothing if the graph is well-labelled: root true, every edge of an uncovered node a Hoare
/// triple (under `known`, an invariant of all states, e.g. range facts). Unknown counts as wrong.
std::optional<std::string> check_well_labelled(const Arg& arg, term::Term known, smt::SolverFactory& solvers);

/// Every uncovered node has all edges of its location, or no state; covers hold (label implies the coverers'
/// disjunction) and lead, directly or through other covers, to nodes that are not covered.
std::optional<std::string> check_complete(const Arg& arg, term::Term known, smt::SolverFactory& solvers);

/// No node of the error location has a state.
std::optional<std::string> check_safe(const Arg& arg, term::Term known, smt::SolverFactory& solvers);

}  // namespace pendulum::arg
