// Decides whether one label of an abstract reachability graph (ARG) implies another, for covers.
//
// There are many such queries about few different labels. So results are cached by pairs of terms, and a pair
// whose labels have not changed is not checked again. States that satisfy a label are stored, because they
// may refute implications without a solver call.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>

#include "base/statistics.h"
#include "smt/solver.h"

namespace pendulum::arg {

class Implications {
 public:
  /// `known` holds in all states. The statistics are `prefix` + "cover_checks" and "cover_time".
  Implications(term::TermManager& terms, std::unique_ptr<smt::Solver> solver, term::Term known,
               base::Statistics& statistics, const std::string& prefix);

  term::Term known() const { return known_; }
  /// True if it is proved that every state of `a` is a state of `b`. Returns false if the solver does not
  /// decide it.
  bool implies(term::Term a, term::Term b);
  /// True if it is proved that no state satisfies `a`.
  bool is_empty(term::Term a) { return implies(a, terms_.mk_false()); }

 private:
  /// Cached results about a formula.
  struct Facts {
    std::set<term::Term> implied;
    std::set<term::Term> not_implied;
    std::vector<term::Model> states;  ///< states that satisfy it
  };

  /// True if a stored state violates `b`.
  bool is_refuted(Facts& facts, term::Term b);
  /// Calls the solver and caches the result.
  bool ask(Facts& facts, term::Term a, term::Term b);

  term::TermManager& terms_;
  term::Term known_;
  std::unique_ptr<smt::Solver> solver_;
  std::map<term::Term, Facts> facts_;
  std::uint64_t& checks_;
  double& time_;
};

}  // namespace pendulum::arg
