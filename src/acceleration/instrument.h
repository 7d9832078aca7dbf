// The program with accelerated paths ([IMPULSE], section 2, Fig. 2): before each iteration of a loop, some
// accelerators may be taken, one after the other.
//
//   ... --> head.acc0 --(accelerator 0, or skip)--> head.acc1 --(accelerator 1, or skip)--> ... --> head
// Edges that led to the head lead to head.acc0. An accelerated path costs no layer of an unrolling, because
// it lies on the way to the head.
#pragma once

#include "acceleration/accelerator.h"

namespace pendulum::acceleration {

struct Instrumented {
  program::Program program;  ///< the original's locations keep their numbers
  /// Per edge: the one of the original; nothing for accelerators and for the edges that skip them.
  std::vector<std::optional<program::EdgeId>> origin;
  /// Per edge: index into the accelerators; nothing for others.
  std::vector<std::optional<std::size_t>> accelerator;
};

/// The program with an edge more for each accelerator: one iteration of its path, from the head to the head.
/// A run that repeats this edge takes the very path that was accelerated, not another one through the same
/// block.
struct PathProgram {
  program::Program program;  ///< locations and edges of the original come first and keep their numbers
  std::vector<program::EdgeId> edge;     ///< by accelerator
  std::vector<term::TermVector> inputs;  ///< by accelerator: the edge's symbols for path.inputs
};
PathProgram add_paths(const program::Program& program, const std::vector<Accelerator>& accelerators);

/// Universals and definitions are not part of the result: whoever unrolls it has to add them.
Instrumented instrument(const program::Program& program, const std::vector<Accelerator>& accelerators);

}  // namespace pendulum::acceleration
