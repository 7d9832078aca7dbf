// Weak topological order (Bourdoncle 1993) of the locations reachable from entry, with the functions that
// UFO, section 3, defines on it.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "program/program.h"

namespace pendulum::program {

/// An element is a location or a component: a head followed by elements.
struct WtoElement {
  LocationId location = 0;             ///< the location, or the head of the component
  bool is_component = false;
  std::vector<WtoElement> body;        ///< of a component, without the head
};

class Wto {
 public:
  /// Iterative: no recursion over the size of the graph.
  explicit Wto(const Program& program);

  const std::vector<WtoElement>& elements() const { return elements_; }
  /// All reachable locations in the total order of the parenthesised expression.
  const std::vector<LocationId>& order() const { return order_; }
  bool is_reachable(LocationId id) const { return position_[id].has_value(); }
  /// Position in order(). Requires is_reachable.
  std::size_t position(LocationId id) const { return *position_[id]; }
  bool is_head(LocationId id) const { return is_head_[id]; }
  /// Heads of the components that contain `id` (its own included if it is a head), outermost first.
  std::vector<LocationId> heads(LocationId id) const;
  /// Is source -> target a back edge: target is the head of a component that contains source?
  bool is_back_edge(LocationId source, LocationId target) const;
  /// UFO, section 3: the location after `id` in the order within its component; nothing at the end.
  std::optional<LocationId> next(LocationId id) const;
  /// UFO, section 3: the location that follows the innermost component of `id`; nothing if there is none.
  std::optional<LocationId> exit(LocationId id) const;
  /// "1 (2 3 4 5 6) 7 8 9" with the locations' names.
  std::string to_string() const;

 private:
  const Program* program_;
  std::vector<WtoElement> elements_;
  std::vector<LocationId> order_;
  std::vector<std::optional<std::size_t>> position_;
  std::vector<bool> is_head_;
  std::vector<LocationId> parent_head_;   ///< innermost head that properly contains the location; own id: none
  std::vector<std::optional<LocationId>> next_;
  std::vector<std::optional<LocationId>> exit_;
};

}  // namespace pendulum::program
