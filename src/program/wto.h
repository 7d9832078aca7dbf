// Weak topological order (Bourdoncle 1993) of the locations reachable from entry, with the functions that
// UFO, section 3, defines on it.
//
// UFO, section 4, assumes that the error is the last location of the order. No WTO guarantees that (in UFO's
// own Fig. 1 it is the last but one). But every location from which the error is reachable precedes it, so
// the assumption holds after prune_unreachable.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "program/program.h"

namespace pendulum::program {

/// An element is a location or a component: a head followed by elements.
struct WtoElement {
  LocationId location = 0;  ///< the location, or the head of the component
  bool is_component = false;
  std::vector<WtoElement> body;  ///< elements of a component, without the head
};

class Wto {
 public:
  /// Iterative, because the graph may be deep. Siblings follow the order of the edges' ids as far as the
  /// graph allows. Linear in the number of edges times the depth of nested loops. Requires: `program`
  /// outlives this object.
  explicit Wto(const Program& program);
  ~Wto();
  Wto(Wto&&) = default;
  Wto(const Wto&) = delete;
  Wto& operator=(const Wto&) = delete;

  const std::vector<WtoElement>& elements() const { return elements_; }
  /// All reachable locations in the total order of the parenthesised expression.
  const std::vector<LocationId>& order() const { return order_; }
  bool is_reachable(LocationId id) const { return position_[id].has_value(); }
  /// Position in order(). Requires is_reachable.
  std::size_t position(LocationId id) const { return *position_[id]; }
  bool is_head(LocationId id) const { return is_head_[id]; }
  /// Heads of the components that contain `id`, outermost first; includes `id` if it is a head.
  std::vector<LocationId> heads(LocationId id) const;
  /// True if source -> target is a back edge: target is the head of a component that contains source.
  /// Requires: is_reachable(source).
  bool is_back_edge(LocationId source, LocationId target) const;
  /// WtoNext of UFO, section 3: with U the innermost component of `id` (its own if it is a head), the
  /// location of U that follows `id` in order(), or the head of U if `id` is the last. Outside of all
  /// components the next location of order(), or nullopt at the end.
  std::optional<LocationId> next(LocationId id) const { return next_[id]; }
  /// WtoExit of UFO, section 3, for heads: the first location after the component of `id`; if the enclosing
  /// component ends there too, its head; nullopt if no component encloses it and no location follows. For
  /// other locations the exit of their innermost component; nullopt outside of all components.
  std::optional<LocationId> exit(LocationId id) const { return exit_[id]; }
  /// "1 (2 3 4 5 6) 7 8 9" with the locations' names.
  std::string to_string() const;

 private:
  void flatten();
  void link(LocationId id);
  /// The head of the innermost component that contains `id`.
  std::optional<LocationId> component(LocationId id) const;

  const Program* program_;
  std::vector<WtoElement> elements_;
  std::vector<LocationId> order_;
  std::vector<std::optional<std::size_t>> position_;
  std::vector<bool> is_head_;
  std::vector<std::size_t> end_;         ///< by head: position after its component
  std::vector<LocationId> parent_head_;  ///< innermost head that properly contains it; own id: none
  std::vector<std::optional<LocationId>> next_;
  std::vector<std::optional<LocationId>> exit_;
};

}  // namespace pendulum::program
