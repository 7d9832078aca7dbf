// What searches that unwind a program into a tree have in common: the parts they are made of, and how the end
// of a search becomes evidence.
#pragma once

#include <deque>

#include "arg/implications.h"
#include "arg/path_refiner.h"
#include "engine/theories.h"

namespace pendulum::engine {

/// The leaves that a search has still to visit.
class OpenLeaves {
 public:
  enum class Order { DepthFirst, BreadthFirst };
  /// "dfs" or "bfs".
  explicit OpenLeaves(const std::string& order);

  void add(arg::NodeId leaf) { leaves_.push_back(leaf); }
  /// In the order of the edges, but error nodes first: what a refinement changes is not explored in vain.
  void add_children(const arg::Arg& arg, std::vector<arg::NodeId> children);
  std::optional<arg::NodeId> take();

 private:
  Order order_;
  std::deque<arg::NodeId> leaves_;
};

/// A logic for the program's terms and `known`.
std::string logic_of(const program::Program& program, term::Term known);

/// A solver for questions about labels.
std::unique_ptr<smt::Solver> make_label_solver(const std::string& logic, Env& env);

/// `method`: the first interpolation procedure, a word that interpolation::parse_method knows, or "auto"; the
/// others are asked where it fails.
arg::PathRefiner::Parts make_refiner_parts(const program::Program& program, term::Term known,
                                           const std::string& method, Env& env, const std::string& prefix);

/// Requires that the graph is safe and complete.
Proof make_proof(const arg::Arg& arg, arg::Implications& implications);
/// The run that PathRefiner has found along a path from the root.
Counterexample make_counterexample(const arg::Arg& arg, const arg::TreePath& path,
                                   const interpolation::DagPath& run);

}  // namespace pendulum::engine
