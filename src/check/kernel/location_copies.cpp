#include "check/kernel/location_copies.h"

namespace pendulum::check {

using program::EdgeId;
using program::LocationId;

LocationCopy Layers::start(LocationId source) const {
  return {0, static_cast<std::uint32_t>(graph_.position(source))};
}

std::optional<LocationCopy> Layers::after(const LocationCopy& copy, EdgeId edge) const {
  const unsigned layer = Layers::layer(copy) + (graph_.starts_layer(edge) ? 1 : 0);
  if (layer > last_layer_) return std::nullopt;
  return LocationCopy{layer, static_cast<std::uint32_t>(graph_.position(graph_.program().edge(edge).target))};
}

LoopIterations::LoopIterations(const program::Program& program, const std::vector<LocationId>& heads)
    : program_(program), nest_(program, heads) {}

LocationCopy LoopIterations::start(LocationId source) const {
  LocationCopy result;
  for (const LocationId head : nest_.heads(source)) {
    result.push_back(nest_.position(head));
    result.push_back(head == source ? 1 : 0);
  }
  result.push_back(nest_.position(source));
  return result;
}

/// Soundness: an edge leads forward in the order of the nest, or to the head of a loop around its source. In
/// the first case, the iterations of the loops around both ends stay the same, and the first number that
/// differs is the position of a later element. In the second case, the iteration of the loop grows. So the
/// result is lexicographically greater than `copy`.
std::optional<LocationCopy> LoopIterations::after(const LocationCopy& copy, EdgeId id) const {
  const program::Edge& edge = program_.edge(id);
  const std::vector<LocationId>& around = nest_.heads(edge.source);
  const std::vector<LocationId>& around_target = nest_.heads(edge.target);
  PENDULUM_CHECK(copy.size() == 2 * around.size() + 1, "the copy should be one of the edge's source");
  LocationCopy result = start(edge.target);
  for (std::size_t i = 0; i < around_target.size(); ++i) {
    if (i >= around.size() || around[i] != around_target[i]) break;
    const bool repeats = around[i] == edge.target;
    result[2 * i + 1] = copy[2 * i + 1] + (repeats ? 1 : 0);
  }
  PENDULUM_DCHECK(copy < result, "edge {} should lead to a greater copy", id);
  return result;
}

}  // namespace pendulum::check
