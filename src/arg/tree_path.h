// Paths of an abstract reachability graph (ARG) that is a tree: every node except the root has one incoming
// edge.
#pragma once

#include "arg/arg.h"

namespace pendulum::arg {

/// A path from an ancestor down to a node; edges[i] leads from nodes[i] to nodes[i + 1].
struct TreePath {
  std::vector<NodeId> nodes;
  std::vector<ArgEdgeId> edges;
};

/// Requires: `from` is an ancestor of `to`.
TreePath tree_path(const Arg& arg, NodeId from, NodeId to);

/// Requires: nodes are created after their parents.
NodeId nearest_common_ancestor(const Arg& arg, NodeId a, NodeId b);

}  // namespace pendulum::arg
