#include "arg/tree_path.h"

#include <algorithm>

#include "base/check.h"
#include "program/passes/common_ancestor.h"

namespace pendulum::arg {

namespace {

const ArgEdge& edge_to(const Arg& arg, NodeId node) {
  PENDULUM_CHECK(arg.node(node).incoming.size() == 1, "node {} of a tree should have one parent", node);
  return arg.edge(arg.node(node).incoming[0]);
}

}  // namespace

TreePath tree_path(const Arg& arg, NodeId from, NodeId to) {
  PENDULUM_DCHECK(arg.is_ancestor(from, to), "node {} should be an ancestor of node {}", from, to);
  TreePath path;
  path.nodes.push_back(to);
  while (path.nodes.back() != from) {
    const NodeId source = edge_to(arg, path.nodes.back()).source;
    path.edges.push_back(arg.node(path.nodes.back()).incoming[0]);
    path.nodes.push_back(source);
  }
  std::reverse(path.nodes.begin(), path.nodes.end());
  std::reverse(path.edges.begin(), path.edges.end());
  return path;
}

NodeId nearest_common_ancestor(const Arg& arg, NodeId a, NodeId b) {
  // A child is created after its parent.
  return program::common_ancestor(a, b, [&](NodeId node) { return edge_to(arg, node).source; });
}

}  // namespace pendulum::arg
