// IC3's frames for the locations of a program: cubes that are unreachable within a number of edges.
//
// Frames are delta-encoded [Een11]: a cube is stored only in the highest frame in
// which it is known to be blocked; R_i at a location is the conjunction of the negated cubes of all frames j
// >= i. The frame `infinite_level` (F-infinity in that paper) is part of every R_i with i >= 1: its negated
// cubes, together with the facts of the locations, are an inductive invariant, so they hold at every depth.
#pragma once

#include <limits>
#include <vector>

#include "base/check.h"
#include "program/program.h"

namespace pendulum::engine::ic3 {

/// Conjunction of literals over the program's variables, ordered by id.
using Cube = term::TermVector;

/// Sorts the literals and removes duplicates.
Cube make_cube(Cube literals);

/// The level of F-infinity.
constexpr unsigned infinite_level = std::numeric_limits<unsigned>::max();

class Frames {
 public:
  explicit Frames(std::size_t num_locations) : num_locations_(num_locations), infinite_(num_locations) {}

  /// Frames 1 ... depth() exist. R_0 consists of the entry location alone and has no cubes.
  unsigned depth() const { return static_cast<unsigned>(frames_.size()); }
  void add_frame() { frames_.emplace_back(num_locations_); }

  /// Requires 1 <= level <= depth().
  const std::vector<Cube>& cubes(program::LocationId location, unsigned level) const {
    PENDULUM_CHECK(1 <= level && level <= depth(), "frame {} should be one of 1 to {}", level, depth());
    return frames_[level - 1][location];
  }
  /// The cubes of F-infinity.
  const std::vector<Cube>& infinite_cubes(program::LocationId location) const {
    PENDULUM_CHECK(location < num_locations_, "location {} should be one of {}", location, num_locations_);
    return infinite_[location];
  }
  /// Requires 1 <= level <= depth() or infinite_level. Figure 2.1, AddUnreachableCube: removes cubes that
  /// `cube` subsumes from this frame and lower ones.
  void add(program::LocationId location, const Cube& cube, unsigned level);
  /// Removes the cubes that `cube` subsumes from all frames except F-infinity. Requires that no step leads
  /// into `cube`, for example because a fact excludes it.
  void drop_subsumed(program::LocationId location, const Cube& cube);
  /// Requires 1 <= level. A cube that subsumes this one is blocked at `level` or above. For infinite_level:
  /// in F-infinity.
  bool is_blocked(program::LocationId location, const Cube& cube, unsigned level) const;
  /// No location has a cube in this frame (Figure 2.2(b), line 28).
  bool is_empty(unsigned level) const;
  /// The cubes whose negations form R_level at the location, including those of F-infinity.
  std::vector<Cube> cubes_from(program::LocationId location, unsigned level) const;
  std::size_t num_cubes() const;

 private:
  std::size_t num_locations_;
  std::vector<std::vector<std::vector<Cube>>> frames_;  ///< [level - 1][location]
  std::vector<std::vector<Cube>> infinite_;             ///< F-infinity, by location
};

}  // namespace pendulum::engine::ic3
