// The abstract computation tree or DAG: nodes <l, s> (DAGGER, section 2) and, for each outgoing edge of a
// node, its status.
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
  NodeId other = no_node;  ///< Taken: the successor; Covered: the node that covers the image
};

/// A loop that contains a node: its head, the number of the iteration (round), and the node of the head in
/// that round.
struct Loop {
  LocationId head;
  unsigned round;
  NodeId node;
};

/// The node descends from one branch of a merge node that was split. Nodes with different tags are not
/// merged.
struct Tag {
  HintId branch;
  std::size_t depth;  ///< number of loops around the merge node
};

struct Node {
  LocationId location = 0;
  State state;
  State selected;           ///< s'' = Sel(S); bottom if the state is not widened
  std::uint32_t part = 0;   ///< AffineEdge::part of the incoming edges (domain/unswitch.h)
  bool is_widened = false;  ///< the state may be larger than the join of the images
  bool is_path = false;     ///< represents a single path from the root, without joins and widening
  std::vector<InEdge> incoming;
  std::vector<OutEdge> outgoing;
  std::vector<Loop> loops;  ///< outermost first; includes the node itself if it is a head
  std::vector<Tag> tags;
  HintId hint = 0;
  NodeId previous = no_node;  ///< if the node is a head: its node in the previous round
  unsigned depth = 0;
  bool is_removed = false;
  /// Node and index of the outgoing edges whose images this node covers; entries may be outdated.
  std::vector<std::pair<NodeId, std::size_t>> covers;
};

class Graph {
 public:
  /// Called for each outgoing edge that becomes Pending.
  using Pending = std::function<void(NodeId node, std::size_t outgoing)>;

  Graph(const domain::AffineProgram& program, Pending pending);

  /// Deletes all nodes and creates the root with the state `top`.
  void reset(const State& top);
  const Node& node(NodeId id) const { return nodes_[id]; }
  Node& node(NodeId id) { return nodes_[id]; }
  NodeId root() const { return 0; }
  std::size_t size() const { return nodes_.size(); }
  /// Nodes of a location that are not removed.
  const std::vector<NodeId>& at(LocationId location) const { return at_[location]; }

  /// Adds a node and links it to the sources of `node.incoming`; its outgoing edges become Pending.
  NodeId add(Node node);
  /// The image along `edge` is bottom.
  void set_bottom(InEdge edge);
  /// The image along `edge` is contained in the state of `by`.
  void set_covered(InEdge edge, NodeId by);
  /// DeleteDescendents of Fig. 2. Edges of the remaining nodes that led to a deleted node, or were covered by
  /// one, become Pending.
  void remove_descendants(NodeId id);
  /// Removes the node and its descendants in the same manner.
  void remove(NodeId id);
  /// Makes the edges that the node covers Pending again. To be called after the node's state has become
  /// smaller.
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
