// Copies of locations in an unrolled graph.
//
// A LocationCopy identifies one copy of a location by a list of numbers. Along every path these lists grow in
// lexicographic order. So no path visits a copy twice, and an algorithm that always processes the least copy
// first has seen all incoming paths of a copy when it processes the copy.
#pragma once

#include <optional>

#include "check/kernel/layered_graph.h"
#include "check/kernel/loop_nest.h"

namespace pendulum::check {

using LocationCopy = std::vector<std::uint32_t>;

class CopyScheme {
 public:
  virtual ~CopyScheme() = default;
  /// The copy of `source` at which paths from `source` start.
  virtual LocationCopy start(program::LocationId source) const = 0;
  /// The copy of the edge's target that `edge` leads to from the copy `copy` of its source. Nothing if the
  /// unrolling ends there, so that the edge need not be followed.
  virtual std::optional<LocationCopy> after(const LocationCopy& copy, program::EdgeId edge) const = 0;
};

/// One copy of each location per layer of the graph, up to `last_layer`: (layer, position).
class Layers : public CopyScheme {
 public:
  Layers(const LayeredGraph& graph, unsigned last_layer) : graph_(graph), last_layer_(last_layer) {}
  LocationCopy start(program::LocationId source) const override;
  std::optional<LocationCopy> after(const LocationCopy& copy, program::EdgeId edge) const override;
  static unsigned layer(const LocationCopy& copy) {
    PENDULUM_CHECK(copy.size() == 2, "a copy should be a pair of layer and position");
    return copy.front();
  }

 private:
  const LayeredGraph& graph_;
  unsigned last_layer_;
};

/// One copy of each location per iteration of each loop around it. The copy is written as a pair
/// (head, iteration) for each loop that contains the location, outermost first, followed by the location.
/// Heads and locations are written as positions in the weak topological order. The iteration is the number of
/// visits of the head since the loop was entered; it is 0 before the first visit if the loop was entered at
/// another location. Entering a loop again restarts its count, and copies after a loop do not record the
/// count.
class LoopIterations : public CopyScheme {
 public:
  LoopIterations(const program::Program& program, const std::vector<program::LocationId>& heads);
  bool is_head(program::LocationId id) const { return nest_.is_head(id); }
  LocationCopy start(program::LocationId source) const override;
  std::optional<LocationCopy> after(const LocationCopy& copy, program::EdgeId edge) const override;
  /// The iteration of the innermost loop. Requires: some loop contains the location of `copy`.
  static unsigned iteration(const LocationCopy& copy) {
    PENDULUM_CHECK(copy.size() >= 3, "a loop should contain the location");
    return copy[copy.size() - 2];
  }

 private:
  const program::Program& program_;
  LoopNest nest_;
};

}  // namespace pendulum::check
