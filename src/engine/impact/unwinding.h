// The unwinding: a tree with labels and covers, and the rules for covers from the slides
// [Chen12].
//
// - A cover x |> y requires that the label of x (and the facts at its location) implies that of y, that both
// have the same location, that
//   neither is covered (itself or through an ancestor), and that y was created before x. Ancestors are
//   created first ("descending in a suitable total order").
// - A new cover x |> y removes all covers z |> w for each descendant w of x: w is covered now and cannot
//   cover other nodes. (The slides' later frames; the first of them has x and y exchanged.)
// - If a label is strengthened, the covers by its node are removed.
#pragma once

#include "arg/arg.h"
#include "arg/implications.h"

namespace pendulum::engine::impact {

class Unwinding {
 public:
  /// `log` may be null. The statistics are `prefix` + "nodes", "covers_tried", "covers", "covers_dropped".
  Unwinding(const program::Program& program, arg::EventLog* log, arg::Implications& implications,
            base::Statistics& statistics, const std::string& prefix);

  const arg::Arg& arg() const { return arg_; }
  /// The node is covered itself or through an ancestor.
  bool is_covered(arg::NodeId node) const { return num_covers_[node] > 0; }
  bool is_leaf(arg::NodeId node) const { return !arg_.node(node).is_expanded; }

  /// Creates one child per outgoing edge of the location, labelled true, in the order of the edges.
  std::vector<arg::NodeId> expand(arg::NodeId node);

  /// Conjoins `formula` to the label unless the label and the facts at its location imply it already. A label
  /// that changes loses the conjuncts that have become facts. Returns whether the label has changed.
  bool strengthen(arg::NodeId node, term::Term formula, arg::LabelOrigin origin);

  /// Tries to cover `node` by an earlier node. Returns whether it is covered now.
  bool close(arg::NodeId node);
  /// Calls close() from the root downwards for those ancestors of `node` whose label was changed or whose
  /// cover was removed since their last close(), and for `node` itself. Returns whether `node` is covered
  /// now.
  bool close_path(arg::NodeId node);
  /// Lets close_path() visit all nodes of a location again. Called if the location has new facts, which may
  /// enable covers.
  void reopen(program::LocationId location);
  /// At most `limit` nodes that may cover `node`, the latest first.
  std::vector<arg::NodeId> candidates(arg::NodeId node, std::size_t limit) const;

  /// Leaves that became uncovered since the last call, in that order. They may have been covered again.
  std::vector<arg::NodeId> take_uncovered_leaves() { return std::exchange(uncovered_leaves_, {}); }

 private:
  arg::NodeId add_node(program::LocationId location);
  void cover(arg::NodeId node, arg::NodeId by);
  void uncover(arg::NodeId node);
  void drop_covers_by(arg::NodeId node);

  arg::Arg arg_;
  arg::Implications& implications_;
  std::vector<std::vector<arg::NodeId>> at_;      ///< by location, in order of creation
  std::vector<std::vector<arg::NodeId>> covers_;  ///< by node: the nodes that it covers
  std::vector<unsigned> num_covers_;  ///< by node: number of covered nodes on its path from the root
  std::vector<bool> is_closed_;       ///< by node: close() was called since the last change
  std::vector<arg::NodeId> uncovered_leaves_;
  std::uint64_t& nodes_;
  std::uint64_t& covers_tried_;
  std::uint64_t& covers_won_;
  std::uint64_t& covers_dropped_;
};

}  // namespace pendulum::engine::impact
