// Does one label imply another? What covers are decided by.
//
// Asked often, about few different labels: answers are kept by pairs of terms, so a pair whose labels have
// not changed is never asked again; and states that satisfied a label are kept to refute its implications
// without a solver.
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
  /// `known` holds in all states. Counts under `prefix` + "cover_checks", "cover_time".
  Implications(term::TermManager& terms, std::unique_ptr<smt::Solver> solver, term::Term known,
               base::Statistics& statistics, const std::string& prefix);

  /// Is it proved that every state of `a` is one of `b`? A solver's unknown is a no.
  bool implies(term::Term a, term::Term b);
  /// Is it proved that `a` has no state?
  bool is_empty(term::Term a) { return implies(a, terms_.mk_false()); }

 private:
  /// What is known about a formula.
  struct Facts {
    std::set<term::Term> implied;
    std::set<term::Term> not_implied;
    std::vector<term::Model> states;  ///< that satisfy it
  };

  bool is_refuted(Facts& facts, term::Term b);
  bool ask(Facts& facts, term::Term a, term::Term b);

  term::TermManager& terms_;
  std::unique_ptr<smt::Solver> solver_;
  std::map<term::Term, Facts> facts_;
  std::uint64_t& checks_;
  double& time_;
};

}  // namespace pendulum::arg
