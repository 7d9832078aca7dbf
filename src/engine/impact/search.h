// IMPACT's search over one program in one theory; see search.cpp.
#pragma once

#include "engine/impact/unwinding.h"
#include "engine/tree_search/tree_search.h"

namespace pendulum::engine::impact {

/// Prefix of the statistics.
inline const std::string prefix = "engine.impact.";

class Search {
 public:
  /// `known` holds in all states of the program. `log` may be null. If `learnt` is not null, the search
  /// proposes its labels there and uses the facts; its proof contains them.
  Search(const program::Program& program, term::Term known, Env& env, arg::EventLog* log,
         LearntFacts* learnt = nullptr);

  SearchOutcome run();

  /// The time slice ended before the search.
  struct Pause {};
  using Progress = std::variant<SearchOutcome, Pause>;
  /// Continues until the search ends or `slice` is stopped, which is checked after each visit of a leaf.
  Progress resume(const base::StopToken& slice);

  const arg::Arg& arg() const { return unwinding_.arg(); }

 private:
  std::optional<arg::NodeId> next_leaf();
  /// Covers, forces a cover, refines or expands. Returns an outcome if the search ends.
  std::optional<SearchOutcome> visit(arg::NodeId leaf);
  /// Decides the path to an error node: strengthens labels if it is infeasible, otherwise returns the
  /// counterexample.
  std::optional<SearchOutcome> refine(arg::NodeId error);
  /// Tries forced covers with the candidates of the leaf.
  bool force_cover(arg::NodeId leaf);
  bool force_cover(arg::NodeId leaf, arg::NodeId by);
  std::uint64_t& counter(const char* name) { return env_.statistics.counter(prefix + name); }

  Env& env_;
  const program::Program& program_;
  std::size_t max_forced_;  ///< candidates per leaf; 0: no forced covers
  arg::Implications implications_;
  Unwinding unwinding_;
  arg::PathRefiner refiner_;
  TreeFacts facts_;
  OpenLeaves open_;  ///< some of them may have been expanded or covered meanwhile
};

}  // namespace pendulum::engine::impact
