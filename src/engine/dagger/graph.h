// The abstract computation tree or DAG: nodes <l, s> (DAGGER, section 2), and for each outgoing edge what
// became of it.
#pragma once

#include <functional>

#include "engine/dagger/hints.h"

namespace pendulum::engine::dagger {

using domain::AffineEdgeId;
using domain::State;
using program::LocationId;

using NodeId = std::uint32_t;  ///< in the order of creation, which is a topological order
constexpr NodeId no_node = ~NodeId(0);

struct InEdge {
  NodeId source;
  AffineEdgeId edge;
};

struct OutEdge {
  enum class Status { Pending, Taken, Covered, Bottom };
  AffineEdgeId edge;
  Status status = Status::Pending;
  NodeId other = no_node;  ///< Taken: the node it leads to; Covered: the one that covers its image
};

/// A loop that a node is inside of: its head, the round, and the node of the head in that round.
struct Loop {
  LocationId head;
  unsigned round;
  NodeId node;
};

/// The node descends from one part of a merge node that was split; nodes with different tags are not merged.
struct Tag {
  HintId branch;
  std::size_t depth;  ///< loops around the merge node
};

struct Node {
  LocationId location = 0;
  State state;
  State selected;           ///< s'' = Sel(S), bottom if the state is not widened
  std::uint32_t part = 0;   ///< of the edges that lead here (domain/unswitch.h)
  bool is_widened = false;  ///< the state is not just the join of the images
  bool is_path = false;     ///< stands for a single path from the root, without joins and widening
  std::vector<InEdge> incoming;
  std::vector<OutEdge> outgoing;
  std::vector<Loop> loops;  ///< outermost first; the node itself if it is a head
  std::vector<Tag> tags;
  HintId hint = 0;
  NodeId previous = no_node;  ///< of a head: its node in the round before
  unsigned depth = 0;
  bool is_removed = false;
  std::vector<std::pair<NodeId, std::size_t>>
      covers;  ///< outgoing edges whose images it covers; may be stale
};

class Graph {
 public:
  /// Called for each outgoing edge that becomes Pending.
  using Pending = std::function<void(NodeId node, std::size_t outgoing)>;

  Graph(const domain::AffineProgram& program, Pending pending);

  /// Forgets all nodes and makes the root.
  void reset(const State& top);
  const Node& node(NodeId id) const { return nodes_[id]; }
  Node& node(NodeId id) { return nodes_[id]; }
  NodeId root() const { return 0; }
  std::size_t size() const { return nodes_.size(); }
  /// Nodes of a location that are not removed.
  const std::vector<NodeId>& at(LocationId location) const { return at_[location]; }

  /// Links `node.incoming`; its outgoing edges become Pending.
  NodeId add(Node node);
  void set_bottom(InEdge edge);
  void set_covered(InEdge edge, NodeId by);
  /// DeleteDescendents of Fig. 2. Edges from nodes that stay become Pending, and so do those whose cover
  /// goes.
  void remove_descendants(NodeId id);
  void remove(NodeId id);
  /// The state has become smaller: what the node covered is Pending again.
  void uncover(NodeId id);

 private:
  OutEdge& outgoing(InEdge edge);
  void set_pending(NodeId id, std::size_t outgoing);

  const domain::AffineProgram& program_;
  Pending pending_;
  std::vector<Node> nodes_;
  std::vector<std::vector<NodeId>> at_;
};

}  // namespace pendulum::engine::dagger
