// IC3's frames for the locations of a program: cubes that are unreachable within a number of edges.
//
// Frames are delta-encoded (Een, Mishchenko, Brayton 2011): a cube is stored only in the highest frame in
// which it is known to be blocked; R_i at a location is the conjunction of the negated cubes of all frames j
// >= i.
#pragma once

#include <vector>

#include "base/check.h"
#include "program/program.h"

namespace pendulum::engine::ic3 {

/// Conjunction of literals over the program's variables, ordered by id.
using Cube = term::TermVector;

/// Sorts the literals and removes duplicates.
Cube make_cube(Cube literals);

class Frames {
 public:
  explicit Frames(std::size_t num_locations) : num_locations_(num_locations) {}

  /// Frames 1 ... depth() exist. R_0 consists of the entry location alone and has no cubes.
  unsigned depth() const { return static_cast<unsigned>(frames_.size()); }
  void add_frame() { frames_.emplace_back(num_locations_); }

  /// Requires 1 <= level <= depth().
  const std::vector<Cube>& cubes(program::LocationId location, unsigned level) const {
    PENDULUM_CHECK(1 <= level && level <= depth(), "frame {} should be one of 1 to {}", level, depth());
    return frames_[level - 1][location];
  }
  /// Requires 1 <= level <= depth(). Figure 2.1, AddUnreachableCube: removes cubes that `cube` subsumes from
  /// this frame and lower ones.
  void add(program::LocationId location, const Cube& cube, unsigned level);
  /// Requires 1 <= level. A cube that subsumes this one is blocked at `level` or above.
  bool is_blocked(program::LocationId location, const Cube& cube, unsigned level) const;
  /// No location has a cube in this frame (Figure 2.2(b), line 28).
  bool is_empty(unsigned level) const;
  /// The cubes whose negations form R_level at the location.
  std::vector<Cube> cubes_from(program::LocationId location, unsigned level) const;
  std::size_t num_cubes() const;

 private:
  std::size_t num_locations_;
  std::vector<std::vector<std::vector<Cube>>> frames_;  ///< [level - 1][location]
};

}  // namespace pendulum::engine::ic3
