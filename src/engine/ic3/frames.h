// IC3's frames for the locations of a program: what is known to be unreachable within some number of edges.
//
// Delta-encoded (Een, Mishchenko, Brayton 2011): a cube stands only in the highest frame in which it is known
// to be blocked; R_i at a location is the conjunction of the negated cubes of all frames j >= i.
#pragma once

#include <vector>

#include "program/program.h"

namespace pendulum::engine::ic3 {

/// Literals over the program's variables, ordered by id; stands for their conjunction.
using Cube = term::TermVector;

/// Orders and removes duplicates.
Cube make_cube(Cube literals);

class Frames {
 public:
  explicit Frames(std::size_t num_locations) : num_locations_(num_locations) {}

  /// Frames 1 ... depth() exist. R_0 is the entry alone and holds no cubes.
  unsigned depth() const { return static_cast<unsigned>(frames_.size()); }
  void add_frame() { frames_.emplace_back(num_locations_); }

  /// Requires 1 <= level <= depth().
  const std::vector<Cube>& cubes(program::LocationId location, unsigned level) const {
    return frames_[level - 1][location];
  }
  /// Figure 2.1, AddUnreachableCube: cubes that `cube` subsumes are removed from this frame and those below.
  void add(program::LocationId location, const Cube& cube, unsigned level);
  /// Is a cube that subsumes this one blocked at `level` or above?
  bool is_blocked(program::LocationId location, const Cube& cube, unsigned level) const;
  /// Figure 2.2(b), line 28.
  bool is_empty(unsigned level) const;
  /// Those whose negations are R_level at a location.
  std::vector<Cube> cubes_from(program::LocationId location, unsigned level) const;
  std::size_t num_cubes() const;

 private:
  std::size_t num_locations_;
  std::vector<std::vector<std::vector<Cube>>> frames_;  ///< [level - 1][location]
};

}  // namespace pendulum::engine::ic3
