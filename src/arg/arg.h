// The abstract reachability graph (UFO, section 3; the slides call the tree version the unwinding).
//
// A node stands for a program location in a context and carries a label, a formula over the program's
// variables that holds in every state that reaches it along the graph. Edges are program edges. The graph is
// a DAG rooted at the node of the entry; engines that unwind into a tree just never give a node a second
// incoming edge.
//
// Everything that changes the graph goes through it and is told to the event log, so that a report can play
// the run back.
#pragma once

#include <iosfwd>
#include <optional>
#include <vector>

#include "arg/event_log.h"
#include "program/program.h"

namespace pendulum::arg {

using NodeId = std::uint32_t;     ///< index into Arg::nodes(), in the order of creation
using ArgEdgeId = std::uint32_t;  ///< index into Arg::edges()

struct Node {
  program::LocationId location = 0;
  term::Term label;
  std::vector<ArgEdgeId> incoming;
  std::vector<ArgEdgeId> outgoing;
  bool is_expanded = false;
  bool is_removed = false;  ///< no edges, no label that counts; the id is not used again
  /// The node is covered: its label implies the disjunction of theirs. Empty: it is not.
  std::vector<NodeId> covered_by;
};

struct ArgEdge {
  NodeId source = 0;
  NodeId target = 0;
  program::EdgeId action = 0;
};

class Arg {
 public:
  /// Creates the root, labelled true. `program` and `log` should outlive this; `log` may be null.
  Arg(const program::Program& program, EventLog* log);

  const program::Program& program() const { return program_; }
  const std::vector<Node>& nodes() const { return nodes_; }
  const std::vector<ArgEdge>& edges() const { return edges_; }
  const Node& node(NodeId id) const { return nodes_[id]; }
  const ArgEdge& edge(ArgEdgeId id) const { return edges_[id]; }
  NodeId root() const { return 0; }

  /// A node without edges, labelled true.
  NodeId add_node(program::LocationId location);
  /// Requires that the action leads from source's to target's location and that no cycle arises.
  ArgEdgeId add_edge(NodeId source, NodeId target, program::EdgeId action);
  /// All edges of the node's location have been added.
  void set_expanded(NodeId node);
  /// `by` says where the label comes from; for the log.
  void set_label(NodeId node, term::Term label, LabelOrigin by);
  /// Requires that all coverers are of the node's location. Replaces earlier covers.
  void cover(NodeId node, std::vector<NodeId> by);
  void uncover(NodeId node);
  /// Removes everything that only `node` leads to; `node` itself stays, unexpanded. Requires that `node`
  /// dominates what it reaches. Covers by removed nodes are dropped: the nodes that lost theirs are returned.
  std::vector<NodeId> remove_below(NodeId node);
  EventLog* log() const { return log_; }

  /// Is `ancestor` on a path from the root to `node`? Every node is its own ancestor. Linear.
  bool is_ancestor(NodeId ancestor, NodeId node) const;
  /// The nodes that `node` reaches, itself included, in topological order.
  std::vector<NodeId> descendants(NodeId node) const;
  /// The nodes from which `node` can be reached, itself included, in topological order.
  std::vector<NodeId> ancestors(NodeId node) const;
  /// All nodes that the root reaches, in topological order; the same order for the same graph. A node that is
  /// not among them is removed or has no incoming edge yet.
  std::vector<NodeId> topological_order() const { return descendants(root()); }
  /// The immediate dominator of each node (the root's is itself; meaningless for unreachable nodes).
  std::vector<NodeId> dominators() const;
  /// Is the node covered itself or dominated by a covered node (UFO, section 3)?
  std::vector<bool> covered_nodes() const;

 private:
  void tell(Event event);

  const program::Program& program_;
  EventLog* log_;
  std::vector<Node> nodes_;
  std::vector<ArgEdge> edges_;
};

/// Graphviz, labels and covers included.
void print_dot(std::ostream& out, const Arg& arg);

}  // namespace pendulum::arg
