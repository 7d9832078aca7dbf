// Adds accelerators to a program as edges ([IMPULSE], section 2, Fig. 2). Before each visit of a loop head,
// any subset of its accelerators can be taken, one after the other:
//
//   ... --> head.acc0 --(accelerator 0, or skip)--> head.acc1 --(accelerator 1, or skip)--> ... --> head
//
// All edges to the head are redirected to head.acc0. The new edges are not back edges, so an accelerator does
// not add a layer to an unrolling.
#pragma once

#include "acceleration/accelerator.h"

namespace pendulum::acceleration {

struct Instrumented {
  program::Program program;  ///< locations of the original program keep their ids
  /// By edge: the edge of the original program; nullopt for accelerators and for edges that skip them.
  std::vector<std::optional<program::EdgeId>> origin;
  /// By edge: index into the accelerators; nullopt for all other edges.
  std::vector<std::optional<std::size_t>> accelerator;
};

/// The program with one additional edge per accelerator. The edge is one iteration of the accelerated path
/// and leads from the loop head back to it. An execution that repeats this edge takes exactly the accelerated
/// path; the original edges of a large block could take other paths.
struct PathProgram {
  program::Program program;  ///< locations and edges of the original program come first and keep their ids
  std::vector<program::EdgeId> edge;     ///< by accelerator: the additional edge
  std::vector<term::TermVector> inputs;  ///< by accelerator: inputs of the edge, parallel to path.inputs
};
PathProgram add_paths(const program::Program& program, const std::vector<Accelerator>& accelerators);

/// Adds the accelerators to the program. The result does not contain their universals and definitions; the
/// caller has to add them to the formulas of an unrolling.
Instrumented instrument(const program::Program& program, const std::vector<Accelerator>& accelerators);

}  // namespace pendulum::acceleration
