// Predicate abstraction of a step: the strongest formula over given predicates that holds after an edge.
//
// Cartesian: the strongest conjunction of predicates and their negations (each is decided on its own).
// Boolean: the strongest Boolean combination, by enumeration of all satisfying assignments (AllSAT).
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
  /// `known` holds in all states (range facts). Counts under `prefix` + "post_time", "post_checks".
  PredicateAbstraction(term::TermManager& terms, smt::SolverFactory& solvers, std::string logic,
                       Precision precision, term::Term known, base::Statistics& statistics, std::string prefix,
                       const base::StopToken& stop);
  ~PredicateAbstraction();

  /// Implied by `source` and the edge, over `predicates` (in the state after it): the strongest such formula,
  /// or a weaker one where the solver gives up. False when the edge cannot be taken from `source`.
  term::Term post(term::Term source, const program::Edge& edge, const term::TermVector& predicates);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace pendulum::abstraction
