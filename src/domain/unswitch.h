// Splits loops by conditions that do not change within the loop: each edge that enters such a loop is split
// by the conditions.
//
//   for (i = 0; i < 100; i++) if (flag) j++;      needs j = i where flag != 0 and j = 0 where flag = 0.
//
// No convex set expresses this invariant, and refining the states of one iteration after the other does not
// terminate. But flag is constant in the loop, so the loop is analysed separately for flag < 0, flag = 0 and
// flag > 0, just as a compiler unswitches it. (Not in DAGGER; a static form of its implicit disjunctions.)
//
//   while (y >= 0) { if (x < 50) y++; else y--; x++; }      needs y = x up to x = 50, then y = 100 - x.
//
// Here x changes and the loop has phases: its back edges are split too, and a state is widened only by states
// of the same phase. Phases are built from conditions both sides of which continue in the loop.
#pragma once

#include "domain/affine_program.h"

namespace pendulum::domain {

/// Returns the edges of the program, in which edges that enter the heads of such loops are replaced by their
/// parts. Edges of one part have the same AffineEdge::part; the union of the parts is the original edge.
std::vector<AffineEdge> unswitched_edges(const AffineProgram& program);

}  // namespace pendulum::domain
