// Does a label imply a disjunction of labels? One incremental solver answers all such questions; labels are
// assumptions, so that what was learnt about one stays.
#pragma once

#include <map>
#include <optional>

#include "base/statistics.h"
#include "smt/solver.h"

namespace pendulum::engine::ufo {

class Entailment {
 public:
  /// `known` holds in all states. Counts under `prefix` + "cover_time", "cover_checks".
  Entailment(term::TermManager& terms, std::unique_ptr<smt::Solver> solver, term::Term known,
             base::Statistics& statistics, const std::string& prefix);

  /// Indices of disjuncts that suffice, if `label` implies `disjuncts`; nothing if it does not, or the solver
  /// gives up.
  std::optional<std::vector<std::size_t>> find_cover(term::Term label, const term::TermVector& disjuncts);
  bool is_unsat(term::Term label) { return find_cover(label, {}).has_value(); }

 private:
  std::optional<std::vector<std::size_t>> ask(term::Term label, const term::TermVector& disjuncts);

  term::TermManager& terms_;
  std::unique_ptr<smt::Solver> solver_;
  double& time_;
  std::uint64_t& checks_;
  std::map<std::pair<term::Term, term::TermVector>, std::optional<std::vector<std::size_t>>> answers_;
};

}  // namespace pendulum::engine::ufo
