// Paths of a graph that is a tree: every node but the root has one incoming edge.
#pragma once

#include "arg/arg.h"

namespace pendulum::arg {

/// From an ancestor down to a node; edges[i] leads from nodes[i] to nodes[i + 1].
struct TreePath {
  std::vector<NodeId> nodes;
  std::vector<ArgEdgeId> edges;
};

/// Requires that `from` is an ancestor of `to`.
TreePath tree_path(const Arg& arg, NodeId from, NodeId to);

/// Requires that nodes are created after their parents.
NodeId nearest_common_ancestor(const Arg& arg, NodeId a, NodeId b);

}  // namespace pendulum::arg
