// Where a run is when locations have several copies.
//
// A place is a location's copy, written as a list of numbers. Along every run places grow in lexicographic
// order. So no run comes to a place twice, and whoever takes the least place first has seen every way into a
// place when it is its turn.
#pragma once

#include <optional>

#include "check/layered_graph.h"
#include "program/wto.h"

namespace pendulum::check {

using Place = std::vector<std::uint32_t>;

class Places {
 public:
  virtual ~Places() = default;
  /// Where runs from `source` start.
  virtual Place start(program::LocationId source) const = 0;
  /// Where `edge` leads from a place of its source; nothing: it need not be followed.
  virtual std::optional<Place> after(const Place& place, program::EdgeId edge) const = 0;
};

/// A copy per layer of the graph, up to `last_layer`: (layer, position).
class Layers : public Places {
 public:
  Layers(const LayeredGraph& graph, unsigned last_layer) : graph_(graph), last_layer_(last_layer) {}
  Place start(program::LocationId source) const override;
  std::optional<Place> after(const Place& place, program::EdgeId edge) const override;
  static unsigned layer(const Place& place) { return place.front(); }

 private:
  const LayeredGraph& graph_;
  unsigned last_layer_;
};

/// A copy per iteration of each loop around the location; a loop that is entered again starts anew, and
/// behind a loop it is forgotten how often it was repeated. Loops are the components of the weak topological
/// order: (head, iteration) for each from the outermost on, then the location, all as positions in the order.
class LoopIterations : public Places {
 public:
  explicit LoopIterations(const program::Program& program);
  bool is_head(program::LocationId id) const { return wto_.is_head(id); }
  Place start(program::LocationId source) const override;
  std::optional<Place> after(const Place& place, program::EdgeId edge) const override;
  /// Of the innermost loop. Requires that there is one.
  static unsigned iteration(const Place& place) { return place[place.size() - 2]; }

 private:
  const program::Program& program_;
  program::Wto wto_;
  std::vector<std::vector<program::LocationId>> heads_;  ///< by location: of the loops around it
};

}  // namespace pendulum::check
