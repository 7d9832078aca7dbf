// IMPACT over one program in one theory; see search.cpp.
#pragma once

#include "engine/impact/unwinding.h"
#include "engine/tree_search.h"

namespace pendulum::engine::impact {

/// Of statistics.
inline const std::string prefix = "engine.impact.";

class Search {
 public:
  /// `known` holds in all states of the program. `log` may be null.
  Search(const program::Program& program, term::Term known, Env& env, arg::EventLog* log);

  SearchOutcome run();

  /// The time is up.
  struct Pause {};
  using Progress = std::variant<SearchOutcome, Pause>;
  /// Continues until the search ends or `slice` is over, which is asked between the visits of leaves.
  Progress resume(const base::StopToken& slice);

  const arg::Arg& arg() const { return unwinding_.arg(); }

 private:
  std::optional<arg::NodeId> next_leaf();
  /// Covers, forces, refines or expands. The outcome when the end is reached.
  std::optional<SearchOutcome> visit(arg::NodeId leaf);
  std::optional<SearchOutcome> refine(arg::NodeId error);
  bool force_cover(arg::NodeId leaf);
  bool force_cover(arg::NodeId leaf, arg::NodeId by);
  std::uint64_t& counter(const char* name) { return env_.statistics.counter(prefix + name); }

  Env& env_;
  const program::Program& program_;
  std::size_t max_forced_;  ///< candidates per leaf; 0: no forced covers
  arg::Implications implications_;
  Unwinding unwinding_;
  arg::PathRefiner refiner_;
  OpenLeaves open_;                         ///< some may be expanded or covered by now
};

}  // namespace pendulum::engine::impact
