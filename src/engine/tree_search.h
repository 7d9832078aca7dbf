// What searches that unwind a program into a tree have in common: the parts they are made of, and how the end
// of a search becomes evidence.
#pragma once

#include "arg/path_refiner.h"
#include "engine/theories.h"

namespace pendulum::engine {

/// A logic for the program's terms and `known`.
std::string logic_of(const program::Program& program, term::Term known);

/// A solver for questions about labels.
std::unique_ptr<smt::Solver> make_label_solver(const std::string& logic, Env& env);

/// `method`: the first interpolation procedure, a word that interpolation::parse_method knows, or "auto"; the
/// others are asked where it fails.
arg::PathRefiner::Parts make_refiner_parts(const program::Program& program, term::Term known,
                                           const std::string& method, Env& env, const std::string& prefix);

/// Requires that the graph is safe and complete.
Proof make_proof(const arg::Arg& arg);
/// The run that PathRefiner has found along a path from the root.
Counterexample make_counterexample(const arg::Arg& arg, const arg::TreePath& path,
                                   const interpolation::DagPath& run);

}  // namespace pendulum::engine
