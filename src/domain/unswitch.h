// Loops that ask for what they do not change: each edge that enters such a loop is split by the answer.
//
//   for (i = 0; i < 100; i++) if (flag) j++;      needs j = i where flag != 0 and j = 0 where flag = 0.
//
// No convex set says that, and refining the states of one round after the other never ends the same way. But
// flag is the same in all rounds, so the loop is analysed once for flag < 0, flag = 0 and flag > 0, like a
// compiler unswitches it. (Not in DAGGER; a static form of its implicit disjunctions.)
//
//   while (y >= 0) { if (x < 50) y++; else y--; x++; }      needs y = x before x = 50, y = 100 - x behind it.
//
// Here x changes, and the loop has phases: its back edges are split too, and a state is widened only by
// states of the same phase. Phases are made of conditions whose both sides lead on through the loop.
#pragma once

#include "domain/affine_program.h"

namespace pendulum::domain {

/// The edges of the program, those that reach the heads of such loops in parts: edges of one part have the
/// same AffineEdge::part, together they are the original edge.
std::vector<AffineEdge> unswitched_edges(const AffineProgram& program);

}  // namespace pendulum::domain
