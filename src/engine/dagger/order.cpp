#include "engine/dagger/order.h"

#include <algorithm>

#include "base/check.h"

namespace pendulum::engine::dagger {

ProcessingOrder::ProcessingOrder(const domain::AffineProgram& program, const Graph& graph, HintDag& hints,
                                 bool is_dag)
    : program_(program), graph_(graph), hints_(hints), is_dag_(is_dag) {}

bool ProcessingOrder::merges(AffineEdgeId edge) const {
  const domain::AffineEdge& action = program_.edge(edge);
  return is_dag_ && (action.is_back_edge || program_.num_forward(action.target) > 1);
}

std::vector<Loop> ProcessingOrder::loops_after(const Node& source, AffineEdgeId edge) const {
  const domain::AffineEdge& action = program_.edge(edge);
  std::vector<Loop> result;
  for (const LocationId head : program_.wto().heads(action.target)) {
    const auto found = std::ranges::find(source.loops, head, &Loop::head);
    if (head == action.target) {
      const unsigned round = action.is_back_edge && found != source.loops.end() ? found->round + 1 : 0;
      result.push_back({head, round, no_node});
    } else if (found != source.loops.end()) {
      result.push_back(*found);
    } else {
      result.push_back({head, 0, no_node});  // the loop is entered at a location other than its head
    }
  }
  return result;
}

/// After a back edge, the node of the loop head distinguishes the branches that were split inside of the
/// loop, so their tags are dropped. The parts of an unswitched loop stay separate after the loop, too, up to
/// the back edge of the next enclosing loop.
std::vector<Tag> ProcessingOrder::tags_after(const Node& source, AffineEdgeId edge, std::size_t depth) {
  std::vector<Tag> result = source.tags;
  if (program_.edge(edge).is_back_edge)
    std::erase_if(result, [&](const Tag& tag) { return tag.depth >= depth; });
  else if (const std::uint32_t part = program_.edge(edge).part; part != 0)
    result.push_back({hints_.find({2, part}), depth - 1});
  return result;
}

ProcessingOrder::Key ProcessingOrder::key_of(NodeId id, AffineEdgeId edge) const {
  PENDULUM_DCHECK(id < graph_.size(), "node {} should exist", id);
  const Node& source = graph_.node(id);
  const domain::AffineEdge& action = program_.edge(edge);
  Key key;
  if (!is_dag_) {
    key.order = {static_cast<long>(source.depth) + 1, action.target == program_.program().error() ? 0 : 1};
    key.group = {static_cast<long>(id), edge};
    return key;
  }
  if (action.target == program_.program().error()) {
    key.order = {-1};
    key.group = {-static_cast<long>(id)};
    return key;
  }
  const program::Wto& wto = program_.wto();
  for (const Loop& loop : loops_after(source, edge)) {
    key.order.push_back(static_cast<long>(wto.position(loop.head)));
    key.order.push_back(static_cast<long>(loop.round));
    if (merges(edge)) key.group.push_back(loop.node == no_node ? -1 : static_cast<long>(loop.node));
  }
  key.order.push_back(static_cast<long>(wto.position(action.target)));
  if (!merges(edge)) {
    // Later nodes first: their states are the weakest, so that their successors may cover those of earlier
    // nodes.
    key.group = {-static_cast<long>(id), edge};
    return key;
  }
  const auto own = std::ranges::find(source.loops, action.target, &Loop::head);
  key.group.push_back(action.is_back_edge && own != source.loops.end() ? static_cast<long>(own->node) : -1);
  for (const Tag& tag : source.tags) key.group.push_back(tag.branch);
  key.group.push_back(-static_cast<long>(action.part));
  return key;
}

HintId ProcessingOrder::merge_hint(InEdge edge) {
  PENDULUM_CHECK(merges(edge.edge), "the images of edge {} should be merged", edge.edge);
  const Node& source = graph_.node(edge.source);
  const domain::AffineEdge& action = program_.edge(edge.edge);
  // The context is the node of the innermost loop around the target; for a back edge, the last node of its
  // head. Edges that are merged agree in the context and in the tags of their sources.
  NodeId context = graph_.root();
  if (action.is_back_edge) {
    const auto own = std::ranges::find(source.loops, action.target, &Loop::head);
    if (own != source.loops.end() && own->node != no_node) context = own->node;
  } else {
    for (const Loop& loop : loops_after(source, edge.edge))
      if (loop.node != no_node) context = loop.node;
  }
  std::vector<long> name{1, graph_.node(context).hint, action.target, action.is_back_edge, action.part};
  for (const Tag& tag : source.tags) name.push_back(tag.branch);
  return hints_.find(name);
}

}  // namespace pendulum::engine::dagger
