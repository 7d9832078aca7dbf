#include "interpolation/dag/dag.h"

#include <algorithm>

#include "base/check.h"

namespace pendulum::interpolation {

namespace {

void check_reachability(const Dag& dag) {
  std::vector<bool> from_root(dag.nodes.size()), to_goal(dag.nodes.size());
  from_root[dag.root()] = to_goal[dag.goal()] = true;
  // Edges are ordered by source, so one pass in each direction suffices.
  for (const DagEdge& edge : dag.edges)
    if (from_root[edge.source]) from_root[edge.target] = true;
  for (auto edge = dag.edges.rbegin(); edge != dag.edges.rend(); ++edge)
    if (to_goal[edge->target]) to_goal[edge->source] = true;
  for (NodeId node = 0; node < dag.nodes.size(); ++node)
    PENDULUM_CHECK(from_root[node] && to_goal[node], "node {} should be on a path from root to goal", node);
}

}  // namespace

void verify_dag(const Dag& dag) {
  PENDULUM_CHECK(dag.nodes.size() >= 2, "a DAG should have a root and a goal");
  PENDULUM_CHECK(dag.nodes.front().scope.empty(), "nothing should be in scope at the root");
  PENDULUM_CHECK(dag.nodes.back().scope.empty(), "nothing should be in scope at the goal");
  for (const DagEdge& edge : dag.edges) {
    PENDULUM_CHECK(edge.target < dag.nodes.size(), "edges should end at nodes");
    PENDULUM_CHECK(edge.source < edge.target, "edge {} -> {} should go forward", edge.source, edge.target);
    PENDULUM_CHECK(edge.action != nullptr, "edges should have actions");
  }
  PENDULUM_CHECK(
      std::ranges::is_sorted(dag.edges, {}, [](const DagEdge& e) { return std::pair(e.source, e.target); }),
      "edges should be ordered by source and target");
  for (const DagNode& node : dag.nodes) {
    PENDULUM_CHECK(!node.known.is_null(), "nodes should say what is known (true if nothing)");
    PENDULUM_CHECK(std::ranges::is_sorted(node.scope), "scopes should be ordered");
  }
  check_reachability(dag);
}

std::vector<std::vector<std::uint32_t>> incoming_edges(const Dag& dag) {
  std::vector<std::vector<std::uint32_t>> result(dag.nodes.size());
  for (std::uint32_t i = 0; i < dag.edges.size(); ++i) result[dag.edges[i].target].push_back(i);
  return result;
}

std::vector<std::vector<std::uint32_t>> outgoing_edges(const Dag& dag) {
  std::vector<std::vector<std::uint32_t>> result(dag.nodes.size());
  for (std::uint32_t i = 0; i < dag.edges.size(); ++i) result[dag.edges[i].source].push_back(i);
  return result;
}

}  // namespace pendulum::interpolation
