#include "engine/dagger/graph.h"

#include <algorithm>

#include "base/check.h"

namespace pendulum::engine::dagger {

Graph::Graph(const domain::AffineProgram& program, Pending pending)
    : program_(program), pending_(std::move(pending)), at_(program.program().locations().size()) {}

void Graph::reset(const State& top) {
  nodes_.clear();
  for (auto& list : at_) list.clear();
  Node root;
  root.location = program_.program().entry();
  root.state = top;
  root.is_path = true;
  add(std::move(root));
}

NodeId Graph::add(Node node) {
  const NodeId id = static_cast<NodeId>(nodes_.size());
  PENDULUM_CHECK(node.location < at_.size(), "a node should be at a location of the program");
  for (const InEdge& in : node.incoming)
    PENDULUM_CHECK(in.source < id && !nodes_[in.source].is_removed,
                   "nodes should be created after their predecessors");
  for (const AffineEdgeId edge : program_.outgoing(node.location)) node.outgoing.push_back({edge});
  at_[node.location].push_back(id);
  if (!node.loops.empty() && node.loops.back().head == node.location) node.loops.back().node = id;
  nodes_.push_back(std::move(node));
  for (const InEdge& in : nodes_[id].incoming) {
    OutEdge& out = outgoing(in);
    out.status = OutEdge::Status::Taken;
    out.other = id;
  }
  for (std::size_t i = 0; i < nodes_[id].outgoing.size(); ++i) pending_(id, i);
  return id;
}

OutEdge& Graph::outgoing(InEdge edge) {
  for (OutEdge& out : nodes_[edge.source].outgoing)
    if (out.edge == edge.edge) return out;
  PENDULUM_UNREACHABLE();
}

void Graph::set_bottom(InEdge edge) {
  outgoing(edge).status = OutEdge::Status::Bottom;
}

void Graph::set_covered(InEdge edge, NodeId by) {
  PENDULUM_CHECK(!nodes_[by].is_removed && nodes_[by].location == program_.edge(edge.edge).target,
                 "an image should be covered by a node of its location");
  auto& all = nodes_[edge.source].outgoing;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].edge != edge.edge) continue;
    all[i].status = OutEdge::Status::Covered;
    all[i].other = by;
    nodes_[by].covers.emplace_back(edge.source, i);
  }
}

void Graph::set_pending(NodeId id, std::size_t index) {
  PENDULUM_DCHECK(index < nodes_[id].outgoing.size(), "node {} should have the edge", id);
  OutEdge& out = nodes_[id].outgoing[index];
  if (out.status == OutEdge::Status::Pending) return;
  out.status = OutEdge::Status::Pending;
  out.other = no_node;
  pending_(id, index);
}

void Graph::uncover(NodeId id) {
  const auto covers = std::move(nodes_[id].covers);
  nodes_[id].covers.clear();
  for (const auto& [source, index] : covers) {
    if (nodes_[source].is_removed) continue;
    const OutEdge& out = nodes_[source].outgoing[index];
    if (out.status == OutEdge::Status::Covered && out.other == id) set_pending(source, index);
  }
}

void Graph::remove(NodeId first) {
  PENDULUM_CHECK(first != root(), "the root should not be removed");
  PENDULUM_CHECK(!nodes_[first].is_removed, "node {} should be removed once", first);
  // All nodes are marked first: edges of nodes that will be removed must not become Pending.
  std::vector<NodeId> gone{first};
  nodes_[first].is_removed = true;
  for (std::size_t i = 0; i < gone.size(); ++i) {
    for (const OutEdge& out : nodes_[gone[i]].outgoing) {
      if (out.status != OutEdge::Status::Taken || nodes_[out.other].is_removed) continue;
      nodes_[out.other].is_removed = true;
      gone.push_back(out.other);
    }
  }
  std::ranges::sort(gone);
  for (const NodeId id : gone) {
    Node& node = nodes_[id];
    std::erase(at_[node.location], id);
    for (const InEdge& in : node.incoming) {
      if (nodes_[in.source].is_removed) continue;
      auto& all = nodes_[in.source].outgoing;
      for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i].edge == in.edge && all[i].status == OutEdge::Status::Taken && all[i].other == id)
          set_pending(in.source, i);
    }
    uncover(id);
    node.state = {};
    node.selected = {};
  }
}

void Graph::remove_descendants(NodeId id) {
  PENDULUM_CHECK(!nodes_[id].is_removed, "node {} should not be removed", id);
  for (std::size_t i = 0; i < nodes_[id].outgoing.size(); ++i) {
    const OutEdge out = nodes_[id].outgoing[i];
    if (out.status == OutEdge::Status::Taken && !nodes_[out.other].is_removed) remove(out.other);
    set_pending(id, i);
  }
}

}  // namespace pendulum::engine::dagger
