// Decides whether one label of an abstract reachability graph (ARG) implies another, for covers.
//
// There are many such queries about few different labels. So results are cached by pairs of terms, and a pair
// whose labels have not changed is not checked again. States that satisfy a label are stored, because they
// may refute implications without a solver call.
//
// Facts that hold at a location are asserted once, under a selector of the location. A query about labels of
// that location assumes the selector. Facts are only added, so implications that were proved before remain
// valid.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "base/statistics.h"
#include "program/program.h"
#include "smt/solver.h"

namespace pendulum::arg {

class Implications {
 public:
  /// `known` holds in all states. The statistics are `prefix` + "cover_checks" and "cover_time".
  Implications(term::TermManager& terms, std::unique_ptr<smt::Solver> solver, term::Term known,
               base::Statistics& statistics, const std::string& prefix);

  term::Term known() const { return known_; }
  /// Adds facts that hold in all states at `location`.
  void assume_at(program::LocationId location, const term::TermVector& facts);
  /// The facts at `location` in the order of their addition.
  const term::TermVector& facts_at(program::LocationId location) const;
  /// True if `formula` is one of the facts at `location`.
  bool is_fact_at(program::LocationId location, term::Term formula) const;

  /// True if it is proved that every state of `a` is a state of `b`. Returns false if the solver does not
  /// decide it.
  bool implies(term::Term a, term::Term b) { return implies(anywhere_, a, b); }
  /// True if it is proved that no state satisfies `a`.
  bool is_empty(term::Term a) { return implies(a, terms_.mk_false()); }
  /// The same for the states that satisfy the facts at `location`.
  bool implies_at(program::LocationId location, term::Term a, term::Term b) {
    return implies(context_of(location), a, b);
  }
  bool is_empty_at(program::LocationId location, term::Term a) {
    return implies_at(location, a, terms_.mk_false());
  }
  /// Indices of some of the formulas `parts` whose disjunction `a` implies at `location`. Returns nullopt if
  /// `a` does not imply the disjunction of all of them, or if the solver does not decide it.
  std::optional<std::vector<std::size_t>> cover_at(program::LocationId location, term::Term a,
                                                   const term::TermVector& parts);

 private:
  /// Cached results about a formula.
  struct Results {
    std::set<term::Term> implied;
    std::set<term::Term> not_implied;
    std::vector<term::Model> states;  ///< states that satisfy it
  };
  /// The states that queries are about: all, or those of a location that has facts.
  struct Context {
    term::Term selector;     ///< null if there is not any fact
    term::TermVector facts;  ///< in the order of their addition
    std::set<term::Term> fact_set;
    std::map<term::Term, Results> results;
  };

  /// The context of the location; that of all states if the location has no facts.
  Context& context_of(program::LocationId location);
  Results& results_of(Context& context, term::Term a);
  bool implies(Context& context, term::Term a, term::Term b);
  /// A stored state of `a` that violates `b`; null if there is none.
  const term::Model* refuting_state(const Results& results, term::Term b);
  /// Calls the solver and caches the result.
  bool ask(Context& context, Results& results, term::Term a, term::Term b);
  /// Stores the state of the solver's last model.
  void store_state(const Context& context, Results& results, term::Term a, term::Term b);

  term::TermManager& terms_;
  term::Term known_;
  std::unique_ptr<smt::Solver> solver_;
  Context anywhere_;
  std::map<program::LocationId, Context> at_;  ///< the locations with facts
  std::uint64_t& checks_;
  double& time_;
};

}  // namespace pendulum::arg
