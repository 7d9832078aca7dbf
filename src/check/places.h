// Where a run is when locations have several copies.
//
// A place is a location's copy, written as a list of numbers. Along every run places grow in lexicographic
// order. So no run comes to a place twice, and whoever takes the least place first has seen every way into a
// place when it is its turn.
#pragma once

#include <optional>

#include "check/layered_graph.h"
#include "check/loop_nest.h"

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
/// after a loop it is forgotten how often it was repeated: (head, iteration) for each loop of the nest from
/// the outermost on, then the location, all as positions in the order. The iteration is the number of visits
/// of the head since the loop was entered: 0 for a loop that is entered elsewhere, until the first visit.
class LoopIterations : public Places {
 public:
  LoopIterations(const program::Program& program, const std::vector<program::LocationId>& heads);
  bool is_head(program::LocationId id) const { return nest_.is_head(id); }
  Place start(program::LocationId source) const override;
  std::optional<Place> after(const Place& place, program::EdgeId edge) const override;
  /// Of the innermost loop. Requires that there is one.
  static unsigned iteration(const Place& place) { return place[place.size() - 2]; }

 private:
  const program::Program& program_;
  LoopNest nest_;
};

}  // namespace pendulum::check
