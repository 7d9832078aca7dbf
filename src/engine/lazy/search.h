// Search of lazy predicate abstraction over one program in one theory; see search.cpp.
#pragma once

#include "abstraction/predicate_abstraction.h"
#include "arg/implications.h"
#include "engine/lazy/regions.h"
#include "engine/tree_search/tree_search.h"

namespace pendulum::engine::lazy {

/// Prefix of the statistics.
inline const std::string prefix = "engine.lazy.";

class Search {
 public:
  /// `known` holds in all states of the program. `log` may be null. If `learnt` is not null, the search
  /// proposes interpolants there and uses the facts; its proof contains them.
  Search(const program::Program& program, term::Term known, Env& env, arg::EventLog* log,
         LearntFacts* learnt = nullptr);

  SearchOutcome run();
  const arg::Arg& arg() const { return arg_; }

 private:
  std::optional<SearchOutcome> visit(arg::NodeId leaf);
  /// Covers the leaf by one other node of its location, or else by several of them.
  bool try_cover(arg::NodeId leaf);
  bool try_cover(arg::NodeId leaf, const std::vector<arg::NodeId>& others);
  void expand(arg::NodeId leaf);
  arg::NodeId add_child(arg::NodeId parent, program::EdgeId edge);
  /// The label of a node after the edge: an abstraction of the states of the parent.
  term::Term post(arg::NodeId parent, program::EdgeId edge, Regions::Id region);
  /// The predicates that are tracked at the location, without those that its facts decide.
  term::TermVector predicates_at(Regions::Id region, program::LocationId location) const;

  std::optional<SearchOutcome> refine(arg::NodeId error);
  /// Refines the abstraction after an infeasible path with interpolants `labels`.
  std::optional<SearchOutcome> exclude(const arg::TreePath& path, const term::TermVector& labels);
  /// Tracks the predicates of the labels from index `pivot` on. Returns whether one of them is new.
  bool learn(const arg::TreePath& path, std::size_t pivot, const term::TermVector& labels);
  void relabel(arg::NodeId node, term::Term label);
  /// Adds leaves whose covers were removed to the open leaves.
  void reopen(const std::vector<arg::NodeId>& uncovered);
  void log_event(arg::Event event);
  std::uint64_t& counter(const char* name) { return env_.statistics.counter(prefix + name); }

  Env& env_;
  const program::Program& program_;
  abstraction::Precision precision_;
  /// If true, new predicates are tracked everywhere below the pivot, as in the slides [Chen12]; otherwise at
  /// their location in the whole tree.
  bool has_regions_;
  arg::Arg arg_;
  arg::Implications implications_;
  abstraction::PredicateAbstraction abstraction_;
  arg::PathRefiner refiner_;
  TreeFacts facts_;
  Regions regions_;
  std::vector<Regions::Id> region_;           ///< by node
  std::vector<std::vector<arg::NodeId>> at_;  ///< by location; may contain removed nodes
  OpenLeaves open_;                           ///< some of them may have been removed or covered meanwhile
};

}  // namespace pendulum::engine::lazy
