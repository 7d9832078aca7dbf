// Lazy predicate abstraction over one program in one theory; see search.cpp.
#pragma once

#include "abstraction/predicate_abstraction.h"
#include "arg/implications.h"
#include "engine/lazy/regions.h"
#include "engine/tree_search.h"

namespace pendulum::engine::lazy {

/// Of statistics.
inline const std::string prefix = "engine.lazy.";

class Search {
 public:
  /// `known` holds in all states of the program. `log` may be null.
  Search(const program::Program& program, term::Term known, Env& env, arg::EventLog* log);

  SearchOutcome run();
  const arg::Arg& arg() const { return arg_; }

 private:
  std::optional<SearchOutcome> visit(arg::NodeId leaf);
  bool try_cover(arg::NodeId leaf);
  void expand(arg::NodeId leaf);
  arg::NodeId add_child(arg::NodeId parent, program::EdgeId edge);
  term::Term post(arg::NodeId parent, program::EdgeId edge, Regions::Id region);

  std::optional<SearchOutcome> refine(arg::NodeId error);
  std::optional<SearchOutcome> exclude(const arg::TreePath& path, const term::TermVector& labels);
  /// Tracks what the labels mention from `pivot` (index) on. Returns whether something is new.
  bool learn(const arg::TreePath& path, std::size_t pivot, const term::TermVector& labels);
  void relabel(arg::NodeId node, term::Term label);
  void reopen(const std::vector<arg::NodeId>& uncovered);
  void tell(arg::Event event);
  std::uint64_t& counter(const char* name) { return env_.statistics.counter(prefix + name); }

  Env& env_;
  const program::Program& program_;
  abstraction::Precision precision_;
  /// New predicates are tracked everywhere below the pivot, as in the slides, not at their location in the
  /// whole tree.
  bool has_regions_;
  arg::Arg arg_;
  arg::Implications implications_;
  abstraction::PredicateAbstraction abstraction_;
  arg::PathRefiner refiner_;
  Regions regions_;
  std::vector<Regions::Id> region_;           ///< by node
  std::vector<std::vector<arg::NodeId>> at_;  ///< by location; removed nodes may be among them
  OpenLeaves open_;                           ///< some may be removed or covered by now
};

}  // namespace pendulum::engine::lazy
