// The unwinding: a tree with labels and covers, and the slides' rules about them.
//
//  - A cover x |> y needs that the label of x implies that of y, that both are of one location, that neither
//  is
//    covered (by itself or through an ancestor), and that y comes before x in the order of creation, in which
//    ancestors come first ("descending in a suitable total order").
//  - A new cover x |> y removes all z |> w for w a descendant of x: w is covered now and can cover nobody.
//    (The slides' later frames; the first of them has x and y exchanged.)
//  - When a label becomes stronger, covers by its node are removed.
#pragma once

#include "arg/arg.h"
#include "arg/implications.h"

namespace pendulum::engine::impact {

class Unwinding {
 public:
  /// `log` may be null. Counts under `prefix` + "nodes", "covers_tried", "covers", "covers_dropped".
  Unwinding(const program::Program& program, arg::EventLog* log, arg::Implications& implications,
            base::Statistics& statistics, const std::string& prefix);

  const arg::Arg& arg() const { return arg_; }
  /// Covered by itself or through an ancestor?
  bool is_covered(arg::NodeId node) const { return num_covers_[node] > 0; }
  bool is_leaf(arg::NodeId node) const { return !arg_.node(node).is_expanded; }

  /// One child per edge of the location, labelled true, in the order of the edges.
  std::vector<arg::NodeId> expand(arg::NodeId node);

  /// Adds `formula` to the label unless it is implied already. Returns whether the label has changed.
  bool strengthen(arg::NodeId node, term::Term formula, arg::LabelOrigin origin);

  /// Looks for a node that covers `node`. Returns whether it is covered now.
  bool close(arg::NodeId node);
  /// close() for all nodes from the root to `node` whose label has changed or whose cover was removed since
  /// their last close(), from above, and for `node`. Returns whether `node` is covered now.
  bool close_path(arg::NodeId node);
  /// Nodes that may cover `node`, the youngest first; at most `limit`.
  std::vector<arg::NodeId> candidates(arg::NodeId node, std::size_t limit) const;

  /// Leaves that are not covered any more since the last call, in the order in which that happened. They may
  /// have been covered again.
  std::vector<arg::NodeId> take_uncovered_leaves() { return std::exchange(uncovered_leaves_, {}); }

 private:
  arg::NodeId add_node(program::LocationId location);
  void cover(arg::NodeId node, arg::NodeId by);
  void uncover(arg::NodeId node);
  void drop_covers_by(arg::NodeId node);

  arg::Arg arg_;
  arg::Implications& implications_;
  std::vector<std::vector<arg::NodeId>> at_;      ///< by location, in the order of creation
  std::vector<std::vector<arg::NodeId>> covers_;  ///< by node: those it covers
  std::vector<unsigned> num_covers_;              ///< by node: covered nodes from the root to it
  std::vector<bool> is_closed_;                   ///< by node: no reason to look for a cover again
  std::vector<arg::NodeId> uncovered_leaves_;
  std::uint64_t& nodes_;
  std::uint64_t& covers_tried_;
  std::uint64_t& covers_won_;
  std::uint64_t& covers_dropped_;
};

}  // namespace pendulum::engine::impact
