// The order in which pending edges are processed, and the groups of edges that are merged into one node.
//
// In the tree, nodes are created by increasing depth (DAGGER, Fig. 2, line 3). In the DAG, they are created
// along the weak topological order, inner loops before the code that follows them, so that all edges into a
// merge location are available when it is merged. Edges into the error are processed first.
#pragma once

#include "engine/dagger/graph.h"

namespace pendulum::engine::dagger {

class ProcessingOrder {
 public:
  /// Determines when a pending edge is processed (`order`), and with which other edges it is merged (equal
  /// `group`).
  struct Key {
    std::vector<long> order;
    std::vector<long> group;
    auto operator<=>(const Key&) const = default;
  };

  /// The graph and the hints belong to the search. `is_dag`: merge at merge locations.
  ProcessingOrder(const domain::AffineProgram& program, const Graph& graph, HintDag& hints, bool is_dag);

  Key key_of(NodeId node, AffineEdgeId edge) const;
  /// The images of this edge and of others into its target are merged into one node.
  bool merges(AffineEdgeId edge) const;
  /// The hint of the node into which the edge is merged.
  HintId merge_hint(InEdge edge);
  /// The loops around the target of an edge, with the rounds in which the edge reaches it.
  std::vector<Loop> loops_after(const Node& source, AffineEdgeId edge) const;
  /// The tags of the target node; `depth` is its number of loops.
  std::vector<Tag> tags_after(const Node& source, AffineEdgeId edge, std::size_t depth);

 private:
  const domain::AffineProgram& program_;
  const Graph& graph_;
  HintDag& hints_;
  bool is_dag_;
};

}  // namespace pendulum::engine::dagger
