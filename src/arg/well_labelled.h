// Checks Definition 1 of UFO and the other conditions of Theorem 1: a safe, complete and well-labelled
// abstract reachability graph (ARG) proves that the program is correct. For tests and debug builds; verdicts
// depend on the judge.
#pragma once

#include "arg/arg.h"
#include "smt/solver.h"

namespace pendulum::arg {

/// Facts that a check assumes.
struct AssumedFacts {
  term::Term known;          ///< an invariant of all states, such as range facts
  term::TermVector at = {};  ///< by location: an invariant of its states; empty if there are none

  AssumedFacts(term::Term holds_everywhere)
      : known(holds_everywhere) {}  // NOLINT(google-explicit-constructor)
};

/// Checks that the root is labelled true and that every edge of an uncovered node is a Hoare triple (under
/// the facts). Returns a description of the first violation, nullopt if there is none. An undecided solver
/// call is a violation.
std::optional<std::string> check_well_labelled(const Arg& arg, const AssumedFacts& facts,
                                               smt::SolverFactory& solvers);

/// Checks that every uncovered node has all edges of its location or an unsatisfiable label, that covers hold
/// (the label implies the disjunction of the labels of the covering nodes), and that they lead, directly or
/// through other covers, to uncovered nodes.
std::optional<std::string> check_complete(const Arg& arg, const AssumedFacts& facts,
                                          smt::SolverFactory& solvers);

/// Checks that the label of every uncovered node of the error location is unsatisfiable.
std::optional<std::string> check_safe(const Arg& arg, const AssumedFacts& facts, smt::SolverFactory& solvers);

/// The checks for debug builds: they return a fault only if a solver refutes a condition, and accept what it
/// does not decide in a short time. check_refinement returns nullopt for graphs that are too large to be
/// checked after each refinement.
std::optional<std::string> check_refinement(const Arg& arg, const AssumedFacts& facts,
                                            smt::SolverFactory& solvers);
/// Checks all conditions of Theorem 1.
std::optional<std::string> check_proof(const Arg& arg, const AssumedFacts& facts,
                                       smt::SolverFactory& solvers);

}  // namespace pendulum::arg
