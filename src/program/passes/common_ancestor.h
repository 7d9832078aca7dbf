// Nearest common ancestors, as the computation of dominators in a DAG needs them (Cooper, Harvey, Kennedy
// 2001): the immediate dominator of a node is the nearest common ancestor of its sources in the dominator
// tree, and one pass in topological order suffices.
#pragma once

#include <functional>
#include <utility>

namespace pendulum::program {

/// The nearest common ancestor of two nodes of a tree. `parent(node)` is the parent of a node; `is_before` is
/// an order of the nodes in which every node comes after its parent.
template <typename Node, typename Parent, typename IsBefore = std::less<>>
Node common_ancestor(Node a, Node b, Parent parent, IsBefore is_before = {}) {
  while (a != b) {
    if (is_before(a, b)) std::swap(a, b);
    a = parent(a);
  }
  return a;
}

}  // namespace pendulum::program
