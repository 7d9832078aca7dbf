// UFOMAIN (UFO, Fig. 3, lines 1-13) over one program in one theory: expand the graph, and refine it until its
// error node has no state or an execution to it is feasible.
#pragma once

#include <set>

#include "engine/theories.h"
#include "engine/ufo/configuration.h"
#include "engine/ufo/refinement.h"

namespace pendulum::engine::ufo {

class Search {
 public:
  /// Requires that the error can be reached from every location (prune_unreachable): it is then the last one
  /// of the weak topological order, as UFO, section 4, assumes. `known` holds in all states (range facts);
  /// what else the search finds out by itself is part of its proofs. `log` may be null. `facts` hold at their
  /// locations (or there are none at all); they become part of proofs too.
  Search(const program::Program& program, term::Term known, const Configuration& configuration, Env& env,
         arg::EventLog* log = nullptr, const std::vector<term::TermVector>& facts = {});

  /// A proof: the graph is safe, complete and well-labelled.
  SearchOutcome run();
  const arg::Arg& arg() const { return arg_; }

 private:
  void learn(program::LocationId location, term::Term fact);
  /// Nothing: go on with the next round.
  std::optional<SearchOutcome> refine(arg::NodeId error);
  std::optional<SearchOutcome> learn(const Refuted& refuted);
  void keep_labels();
  Counterexample counterexample(const Feasible& feasible) const;
  Proof proof();
  term::Term invariant_at(program::LocationId location, term::Term known);
  void tell(arg::Event event) const;

  const program::Program& program_;
  const Configuration& configuration_;
  Env& env_;
  std::string prefix_;
  std::string logic_;
  program::Wto wto_;
  term::Term flags_;  ///< their values (facts/assigned_values.h)
  term::Term known_;  ///< in all states, where the variables are live
  Scopes scopes_;
  term::TermVector facts_;  ///< by location: flags and given facts over live variables
  arg::Arg arg_;
  Predicates predicates_;
  Post post_;
  arg::Implications implications_;
  Expansion expansion_;
  Refinement refinement_;
  NodeLabels labels_;  ///< of the last refinement
  std::set<NodeLabels> earlier_labels_;
};

}  // namespace pendulum::engine::ufo
