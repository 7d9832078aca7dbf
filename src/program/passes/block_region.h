// Internal: the paths from one cutpoint to the next ones, merged to large edges.
#pragma once

#include "program/passes/block_graph.h"
#include "program/passes/value_map.h"
#include "term/traverse.h"

namespace pendulum::program {

/// Merges the paths of the region that starts at one cutpoint.
class BlockRegion {
 public:
  /// Value of `node_of` for locations outside of the region.
  static constexpr std::uint32_t no_node = ~std::uint32_t{0};

  /// Requires: all entries of `node_of`, which are indexed by location, are no_node. They are so again after
  /// edges_from(). The arguments outlive the object.
  BlockRegion(const BlockGraph& graph, ValueMaps& maps, std::vector<std::uint32_t>& node_of);
  /// Returns the large edges that leave `root`. Their terms use the inputs of the small edges; their
  /// locations are those of the original program.
  std::vector<Edge> edges_from(LocationId root);

 private:
  /// A location inside the region, or a cutpoint at which it ends. The error location has up to two nodes:
  /// one for violations and one for unsupported constructs.
  struct Node {
    LocationId location = 0;
    bool is_end = false;
    bool is_unsupported = false;
    std::vector<EdgeId> incoming;        ///< edges of the region into the node
    std::vector<std::uint32_t> sources;  ///< nodes of the sources of `incoming`
    std::uint32_t post_dominator = 0;    ///< immediate; the number of nodes: none
    std::uint32_t dominator = 0;         ///< immediate, except for the error; 0 for node 0
    std::uint32_t next_condition = 0;    ///< nearest proper dominator whose condition is not true; or 0
    term::Term condition;  ///< under which the node is reached from the dominator; null: unreachable
    ValueMaps::Root values = ValueMaps::empty;  ///< of changed variables; null: not changed
  };

  void collect_nodes(LocationId root);
  void collect_ends(std::size_t num_inner);
  void connect();
  void find_post_dominators();
  void reach(std::uint32_t index);
  void join(std::uint32_t index, const std::vector<std::size_t>& arms, const term::TermVector& guards);
  term::Term condition_from(std::uint32_t node, std::uint32_t dominator);
  term::Substituter instantiation(EdgeId edge, ValueMaps::Root values) const;
  ValueMaps::Root updated(EdgeId edge, ValueMaps::Root values, LocationId target);
  ValueMaps::Root merged(LocationId location, const term::TermVector& conditions,
                         const std::vector<ValueMaps::Root>& values);
  Edge edge_to(std::uint32_t index);
  void describe(Edge& edge, const Node& node) const;

  const BlockGraph& graph_;
  const Program& program_;
  term::TermManager& terms_;
  ValueMaps& maps_;
  std::vector<std::uint32_t>& node_of_;  ///< location -> node while it is in the region, else no_node
  std::vector<Node> nodes_;              ///< the cutpoint, inner nodes in topological order, ends
  // Cache of condition_from for the join that is being computed: entries are valid if their stamp equals
  // stamp_.
  term::TermVector chain_condition_;
  std::vector<std::uint32_t> chain_stamp_;
  std::uint32_t stamp_ = 0;
};

}  // namespace pendulum::program
