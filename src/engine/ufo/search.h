// UFOMAIN (UFO, Fig. 3, lines 1-13) over one program in one theory: expands the graph and refines it until
// the label of its error node is unsatisfiable or an execution to it is feasible.
#pragma once

#include <set>

#include "engine/facts/learnt_facts.h"
#include "engine/search_driver.h"
#include "engine/ufo/configuration.h"
#include "engine/ufo/refinement.h"

namespace pendulum::engine::ufo {

class Search {
 public:
  /// Requires that the error is reachable in the graph from every location (prune_unreachable), so that it is
  /// the last location of the weak topological order, as UFO, section 4, assumes. `known` holds in all states
  /// (range facts). `facts` hold at their locations; the vector may be empty. They become part of proofs, as
  /// do the facts that the search determines itself. `log` may be null.
  Search(const program::Program& program, term::Term known, const Configuration& configuration, Env& env,
         arg::EventLog* log = nullptr, const std::vector<term::TermVector>& facts = {});

  /// Labels of refinements are proposed as facts, and facts that are found are used. Requires that `learnt`
  /// is about the same program and outlives this object.
  void use(LearntFacts& learnt) { learnt_ = &learnt; }

  /// Returns a proof if the graph is safe, complete and well-labelled.
  SearchOutcome run();
  const arg::Arg& arg() const { return arg_; }

 private:
  /// Adds a fact that holds at a location.
  void learn(program::LocationId location, term::Term fact);
  /// Adds the facts that were learnt or received since the last call.
  void update_facts();
  /// Nothing if the search continues with the next round.
  std::optional<SearchOutcome> refine(arg::NodeId error);
  /// Uses the labels of a refinement as the configuration prescribes.
  std::optional<SearchOutcome> learn(const Refuted& refuted);
  void keep_labels();
  Counterexample counterexample(const Feasible& feasible) const;
  Proof proof();
  term::Term invariant_at(program::LocationId location, term::Term known);
  void log_event(arg::Event event) const;

  const program::Program& program_;
  const Configuration& configuration_;
  Env& env_;
  std::string prefix_;
  std::string logic_;
  program::Wto wto_;
  term::Term flags_;  ///< the possible values of flags (facts/assigned_values.h)
  term::Term known_;  ///< holds in all states in which its variables are live
  Scopes scopes_;
  term::TermVector facts_;  ///< by location: values of flags and given facts, over live variables
  bool has_facts_ = false;  ///< facts were given or learnt
  LearntFacts* learnt_ = nullptr;
  arg::Arg arg_;
  Predicates predicates_;
  Post post_;
  arg::Implications implications_;
  Expansion expansion_;
  Refinement refinement_;
  NodeLabels labels_;                                ///< labels of the last refinement
  std::set<std::vector<arg::NodeId>> refuted_dags_;  ///< nodes of the DAGs of all refinements
};

}  // namespace pendulum::engine::ufo
