#include "arg/arg.h"

#include <algorithm>

#include "base/check.h"
#include "program/passes/common_ancestor.h"

namespace pendulum::arg {

namespace {

/// Depth-first search without recursion from `start`. `next(node, i)` is the i-th neighbour, or nullopt after
/// the last. Returns the nodes in postorder.
template <typename Next>
std::vector<NodeId> postorder(std::size_t num_nodes, NodeId start, const Next& next) {
  std::vector<NodeId> order;
  std::vector<bool> is_seen(num_nodes, false);
  std::vector<std::pair<NodeId, std::size_t>> open = {{start, 0}};
  is_seen[start] = true;
  while (!open.empty()) {
    const auto [node, i] = open.back();
    const std::optional<NodeId> neighbour = next(node, i);
    if (!neighbour) {
      order.push_back(node);
      open.pop_back();
      continue;
    }
    ++open.back().second;
    if (is_seen[*neighbour]) continue;
    is_seen[*neighbour] = true;
    open.emplace_back(*neighbour, 0);
  }
  return order;
}

}  // namespace

Arg::Arg(const program::Program& program, EventLog* log) : program_(program), log_(log) {
  add_node(program.entry());
}

void Arg::log(Event event) {
  if (log_ != nullptr) log_->add(std::move(event));
}

NodeId Arg::add_node(program::LocationId location) {
  PENDULUM_CHECK(location < program_.locations().size(), "a node's location should exist");
  const auto id = static_cast<NodeId>(nodes_.size());
  Node node;
  node.location = location;
  node.label = program_.terms().mk_true();
  nodes_.push_back(std::move(node));
  log(NodeAdded{id, location});
  return id;
}

ArgEdgeId Arg::add_edge(NodeId source, NodeId target, program::EdgeId action) {
  const program::Edge& edge = program_.edge(action);
  PENDULUM_CHECK(edge.source == nodes_[source].location && edge.target == nodes_[target].location,
                 "the edge {} -> {} should be one between their locations", source, target);
  PENDULUM_CHECK(source != target && (nodes_[target].outgoing.empty() || !is_ancestor(target, source)),
                 "the edge {} -> {} should not close a cycle", source, target);
  const auto id = static_cast<ArgEdgeId>(edges_.size());
  edges_.push_back({source, target, action});
  nodes_[source].outgoing.push_back(id);
  nodes_[target].incoming.push_back(id);
  log(EdgeAdded{source, target, action});
  return id;
}

void Arg::set_expanded(NodeId node) {
  nodes_[node].is_expanded = true;
  log(Expanded{node});
}

void Arg::set_label(NodeId node, term::Term label, LabelOrigin by) {
  PENDULUM_CHECK(node < nodes_.size() && !nodes_[node].is_removed, "node {} should be in the graph", node);
  PENDULUM_CHECK(label && label.sort().is_bool(), "the label of node {} should be a formula", node);
  nodes_[node].label = label;
  log(Labelled{node, label, by});
}

void Arg::cover(NodeId node, std::vector<NodeId> by) {
  PENDULUM_CHECK(!by.empty(), "the cover of node {} should name a node", node);
  PENDULUM_CHECK(!nodes_[node].is_removed, "node {} should be in the graph", node);
  for (const NodeId coverer : by)
    PENDULUM_CHECK(coverer != node && nodes_[coverer].location == nodes_[node].location,
                   "nodes {} and {} should be different ones of one location", node, coverer);
  nodes_[node].covered_by = by;
  log(Covered{node, std::move(by)});
}

void Arg::uncover(NodeId node) {
  nodes_[node].covered_by.clear();
  log(Uncovered{node});
}

std::vector<NodeId> Arg::remove_below(NodeId node) {
  PENDULUM_CHECK(node < nodes_.size() && !nodes_[node].is_removed, "node {} should be in the graph", node);
  std::vector<NodeId> below = descendants(node);
  below.erase(below.begin());
  std::vector<bool> is_below(nodes_.size(), false);
  for (const NodeId id : below) is_below[id] = true;
  for (const NodeId id : below) {
    for (const ArgEdgeId edge : nodes_[id].incoming)
      PENDULUM_CHECK(edges_[edge].source == node || is_below[edges_[edge].source],
                     "node {} should be reached only through node {}", id, node);
    nodes_[id].incoming.clear();
    nodes_[id].outgoing.clear();
    nodes_[id].covered_by.clear();
    nodes_[id].is_expanded = false;
    nodes_[id].is_removed = true;
    log(Removed{id});
  }
  nodes_[node].outgoing.clear();
  nodes_[node].is_expanded = false;
  std::vector<NodeId> uncovered;
  for (NodeId id = 0; id < nodes_.size(); ++id) {
    const auto& by = nodes_[id].covered_by;
    if (std::none_of(by.begin(), by.end(), [&](NodeId coverer) { return is_below[coverer]; })) continue;
    uncover(id);
    uncovered.push_back(id);
  }
  return uncovered;
}

std::vector<NodeId> Arg::ancestors(NodeId node) const {
  return postorder(nodes_.size(), node, [&](NodeId at, std::size_t i) -> std::optional<NodeId> {
    const auto& incoming = nodes_[at].incoming;
    if (i == incoming.size()) return std::nullopt;
    return edges_[incoming[i]].source;
  });
}

std::vector<NodeId> Arg::descendants(NodeId node) const {
  // Visits later edges first, so that the reversed postorder has the subtrees in the order of the edges.
  auto order = postorder(nodes_.size(), node, [&](NodeId at, std::size_t i) -> std::optional<NodeId> {
    const auto& outgoing = nodes_[at].outgoing;
    if (i == outgoing.size()) return std::nullopt;
    return edges_[outgoing[outgoing.size() - 1 - i]].target;
  });
  std::reverse(order.begin(), order.end());
  return order;
}

bool Arg::is_ancestor(NodeId ancestor, NodeId node) const {
  const auto all = ancestors(node);
  return std::find(all.begin(), all.end(), ancestor) != all.end();
}

std::vector<NodeId> Arg::dominators() const {
  const auto order = topological_order();
  std::vector<std::size_t> position(nodes_.size(), nodes_.size());
  for (std::size_t i = 0; i < order.size(); ++i) position[order[i]] = i;
  std::vector<NodeId> dominator(nodes_.size(), root());
  const auto parent = [&](NodeId node) { return dominator[node]; };
  const auto is_before = [&](NodeId a, NodeId b) { return position[a] < position[b]; };
  for (const NodeId node : order) {
    std::optional<NodeId> found;
    for (const ArgEdgeId edge : nodes_[node].incoming) {
      const NodeId source = edges_[edge].source;
      if (position[source] == nodes_.size()) continue;
      found = found ? program::common_ancestor(*found, source, parent, is_before) : source;
    }
    dominator[node] = found.value_or(node);
  }
  return dominator;
}

std::vector<bool> Arg::covered_nodes() const {
  const auto dominator = dominators();
  std::vector<bool> is_covered(nodes_.size(), false);
  for (const NodeId node : topological_order())
    is_covered[node] = !nodes_[node].covered_by.empty() || (node != root() && is_covered[dominator[node]]);
  return is_covered;
}

}  // namespace pendulum::arg
