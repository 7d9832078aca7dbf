// The abstract reachability graph (ARG; UFO, section 3). McMillan (CAV 2006) calls a tree of this kind an
// unwinding.
//
// A node is an occurrence of a program location and has a label, a formula over the program's variables that
// holds in every state that reaches the node along the graph. Edges are program edges. The graph is a DAG
// whose root is the node of the entry; engines that unwind into a tree never give a node a second incoming
// edge.
//
// Every change of the graph is a call of a member function and is recorded in the event log, so that a report
// can replay the search.
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
  bool is_removed = false;  ///< has no edges, and its label is meaningless; the id is not reused
  /// The nodes that cover this one: its label implies the disjunction of their labels. Empty if it is not
  /// covered.
  std::vector<NodeId> covered_by;
};

struct ArgEdge {
  NodeId source = 0;
  NodeId target = 0;
  program::EdgeId action = 0;
};

class Arg {
 public:
  /// Creates the root, labelled true. Requires: `program` and `log` outlive this object; `log` may be null.
  Arg(const program::Program& program, EventLog* log);

  const program::Program& program() const { return program_; }
  const std::vector<Node>& nodes() const { return nodes_; }
  const std::vector<ArgEdge>& edges() const { return edges_; }
  const Node& node(NodeId id) const { return nodes_[id]; }
  const ArgEdge& edge(ArgEdgeId id) const { return edges_[id]; }
  NodeId root() const { return 0; }

  /// Adds a node without edges, labelled true.
  NodeId add_node(program::LocationId location);
  /// Requires: the action leads from the location of `source` to that of `target`, and the edge closes no
  /// cycle.
  ArgEdgeId add_edge(NodeId source, NodeId target, program::EdgeId action);
  /// Marks a node to which all edges of its location have been added.
  void set_expanded(NodeId node);
  /// `by`: the origin of the label, for the log.
  void set_label(NodeId node, term::Term label, LabelOrigin by);
  /// Requires: all nodes in `by` have the location of `node`. Replaces earlier covers.
  void cover(NodeId node, std::vector<NodeId> by);
  void uncover(NodeId node);
  /// Removes all proper descendants of `node`, which remains unexpanded and without outgoing edges. Requires:
  /// `node` dominates its descendants. Removes covers by removed nodes and returns the nodes that lost them.
  std::vector<NodeId> remove_below(NodeId node);
  EventLog* log() const { return log_; }

  /// True if `ancestor` is on a path from the root to `node`. Every node is its own ancestor. Linear.
  bool is_ancestor(NodeId ancestor, NodeId node) const;
  /// The nodes that are reachable from `node`, including itself, in topological order.
  std::vector<NodeId> descendants(NodeId node) const;
  /// The nodes from which `node` is reachable, including itself, in topological order.
  std::vector<NodeId> ancestors(NodeId node) const;
  /// All nodes that are reachable from the root, in a deterministic topological order. A node that is not
  /// among them was removed or has no incoming edge yet.
  std::vector<NodeId> topological_order() const { return descendants(root()); }
  /// The immediate dominator of each node; the root is its own. Meaningless for unreachable nodes.
  std::vector<NodeId> dominators() const;
  /// By node: whether the node is covered itself or dominated by a covered node (UFO, section 3).
  std::vector<bool> covered_nodes() const;

 private:
  void log(Event event);

  const program::Program& program_;
  EventLog* log_;
  std::vector<Node> nodes_;
  std::vector<ArgEdge> edges_;
};

/// Graphviz output with labels and covers.
void print_dot(std::ostream& out, const Arg& arg);

}  // namespace pendulum::arg
