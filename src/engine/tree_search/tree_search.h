// Components shared by the searches that unwind a program into a tree, and the conversion of their outcome to
// evidence.
#pragma once

#include <deque>

#include "arg/implications.h"
#include "arg/path_refiner.h"
#include "engine/facts/learnt_facts.h"
#include "engine/search_driver.h"

namespace pendulum::engine {

/// The leaves that a search still has to expand.
class OpenLeaves {
 public:
  enum class Order { DepthFirst, BreadthFirst };
  /// `order` is "dfs" or "bfs".
  explicit OpenLeaves(const std::string& order);

  void add(arg::NodeId leaf) { leaves_.push_back(leaf); }
  /// Adds the children in the order of their edges, but error nodes first: the refinement that they cause
  /// changes labels, so exploring their siblings before would be wasted work.
  void add_children(const arg::Arg& arg, std::vector<arg::NodeId> children);
  /// Removes and returns the next leaf; nothing if all leaves were taken.
  std::optional<arg::NodeId> take();

 private:
  Order order_;
  std::deque<arg::NodeId> leaves_;
};

/// `method` is the interpolation procedure to try first: a name that interpolation::parse_method accepts, or
/// "auto". The other procedures are tried in turn if it fails. `known` holds in every state; `prefix` starts
/// the names of the statistics. Requires: `program` and `env` outlive the result.
arg::PathRefiner::Parts make_refiner_parts(const program::Program& program, term::Term known,
                                           const std::string& method, Env& env, const std::string& prefix);

/// Facts that hold at locations, as a search over a tree uses them: covers and paths assume them, labels need
/// not repeat them, and they are part of the proof.
class TreeFacts {
 public:
  /// Assumes the facts that `learnt` contains already. `learnt` may be null; then the search has none.
  /// Requires: the arguments outlive this object.
  TreeFacts(LearntFacts* learnt, arg::Implications& implications, arg::PathRefiner& refiner);

  /// Proposes the labels of a refuted path at the locations of its nodes. Returns the locations at which
  /// facts were established.
  std::vector<program::LocationId> learn(const arg::Arg& arg, const arg::TreePath& path,
                                         const term::TermVector& labels);

 private:
  std::vector<program::LocationId> assume(const std::vector<term::TermVector>& facts);

  LearntFacts* learnt_;
  arg::Implications& implications_;
  arg::PathRefiner& refiner_;
};

/// In debug builds: checks that the labels of the graph are correct after a refinement.
void verify_refinement(const arg::Arg& arg, const arg::Implications& implications, Env& env);
/// The invariant that the labels of the graph form. Requires that the graph is safe and complete.
Proof make_proof(const arg::Arg& arg, arg::Implications& implications, Env& env);
/// The counterexample that PathRefiner has found along a path from the root.
Counterexample make_counterexample(const arg::Arg& arg, const arg::TreePath& path,
                                   const interpolation::DagPath& execution);

}  // namespace pendulum::engine
