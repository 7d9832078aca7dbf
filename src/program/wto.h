// Weak topological order (Bourdoncle 1993) of the locations reachable from entry, with the functions that
// UFO, section 3, defines on it.
//
// UFO, section 4, assumes that the error is the last location of the order. No WTO guarantees that (in UFO's
// own Fig. 1 it is the last but one); but every location that can reach the error stands before it, so it
// holds after prune_unreachable.
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
  /// Iterative: no recursion over the size of the graph. Siblings follow the order of the edges' ids as far
  /// as the graph allows. Linear in the edges times the depth of nested loops. `program` should outlive this.
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
  /// Heads of the components that contain `id` (its own included if it is a head), outermost first.
  std::vector<LocationId> heads(LocationId id) const;
  /// Is source -> target a back edge: target is the head of a component that contains source?
  /// Requires is_reachable(source).
  bool is_back_edge(LocationId source, LocationId target) const;
  /// WtoNext of UFO, section 3: with U the innermost component of `id` (its own if it is a head), the location
  /// of U that follows `id` in order(), and the head of U if `id` is the last. Outside of all components the
  /// next location of order(), nothing at the end.
  std::optional<LocationId> next(LocationId id) const { return next_[id]; }
  /// WtoExit of UFO, section 3, for heads: the first location behind the component of `id`; if the enclosing
  /// component ends there too, its head; nothing if no component encloses it and nothing follows.
  /// For other locations the exit of their innermost component; nothing outside of all components.
  std::optional<LocationId> exit(LocationId id) const { return exit_[id]; }
  /// "1 (2 3 4 5 6) 7 8 9" with the locations' names.
  std::string to_string() const;

 private:
  void flatten();
  void link(LocationId id);
  /// The innermost component of `id`, by its head.
  std::optional<LocationId> component(LocationId id) const;

  const Program* program_;
  std::vector<WtoElement> elements_;
  std::vector<LocationId> order_;
  std::vector<std::optional<std::size_t>> position_;
  std::vector<bool> is_head_;
  std::vector<std::size_t> end_;          ///< of a head: position behind its component
  std::vector<LocationId> parent_head_;   ///< innermost head that properly contains the location; own id: none
  std::vector<std::optional<LocationId>> next_;
  std::vector<std::optional<LocationId>> exit_;
};

}  // namespace pendulum::program
