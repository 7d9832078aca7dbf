// Predicate abstraction of a step: the strongest formula over given predicates that holds after an edge.
//
// Cartesian: the strongest conjunction of predicates and their negations (each is decided separately).
// Boolean: the strongest Boolean combination, by enumeration of all satisfying assignments (AllSAT). Groups
// of predicates that do not depend on each other are enumerated separately.
#pragma once

#include <memory>
#include <string>

#include "base/statistics.h"
#include "base/stop.h"
#include "program/program.h"
#include "smt/solver.h"

namespace pendulum::abstraction {

enum class Precision { Cartesian, Boolean };

class PredicateAbstraction {
 public:
  /// `known` holds in all states (range facts). The statistics are `prefix` + "post_time", "post_checks",
  /// "boolean_posts", and "cartesian_posts": the number of Boolean posts for which the solver or a quarter of
  /// the remaining time did not suffice, so that they are Cartesian.
  PredicateAbstraction(term::TermManager& terms, smt::SolverFactory& solvers, std::string logic,
                       Precision precision, term::Term known, base::Statistics& statistics,
                       std::string prefix, const base::StopToken& stop);
  ~PredicateAbstraction();

  /// Returns a formula over `predicates` (in the state after the edge) that `source` and the edge imply: the
  /// strongest one, or a weaker one if the solver does not decide a call. False if the edge cannot be taken
  /// from `source`. Requires: `source` and `predicates` are formulas.
  term::Term post(term::Term source, const program::Edge& edge, const term::TermVector& predicates);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace pendulum::abstraction
