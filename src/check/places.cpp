#include "check/places.h"

namespace pendulum::check {

using program::EdgeId;
using program::LocationId;

Place Layers::start(LocationId source) const {
  return {0, static_cast<std::uint32_t>(graph_.position(source))};
}

std::optional<Place> Layers::after(const Place& place, EdgeId edge) const {
  const unsigned layer = Layers::layer(place) + (graph_.starts_layer(edge) ? 1 : 0);
  if (layer > last_layer_) return std::nullopt;
  return Place{layer, static_cast<std::uint32_t>(graph_.position(graph_.program().edge(edge).target))};
}

LoopIterations::LoopIterations(const program::Program& program) : program_(program), wto_(program) {
  for (LocationId id = 0; id < program.locations().size(); ++id)
    heads_.push_back(wto_.is_reachable(id) ? wto_.heads(id) : std::vector<LocationId>());
}

Place LoopIterations::start(LocationId source) const {
  Place result;
  for (const LocationId head : heads_[source]) {
    result.push_back(static_cast<std::uint32_t>(wto_.position(head)));
    result.push_back(0);
  }
  result.push_back(static_cast<std::uint32_t>(wto_.position(source)));
  return result;
}

/// Soundness: an edge leads forward in the weak topological order, or to the head of a loop around its
/// source. In the first case the iterations of the loops around both ends stay and the next number is the
/// position of an element further on; in the second the iteration of that loop grows. So places grow.
std::optional<Place> LoopIterations::after(const Place& place, EdgeId id) const {
  const program::Edge& edge = program_.edge(id);
  const std::vector<LocationId>& around = heads_[edge.source];
  Place result = start(edge.target);
  for (std::size_t i = 0; i < heads_[edge.target].size(); ++i) {
    if (i >= around.size() || around[i] != heads_[edge.target][i]) break;
    const bool repeats = around[i] == edge.target;
    result[2 * i + 1] = place[2 * i + 1] + (repeats ? 1 : 0);
  }
  return result;
}

}  // namespace pendulum::check
