// Nested loops, from the inside out ([IMPULSE], section 5, phase 1): an iteration of the outer loop takes the
// accelerators of inner loops, so that it becomes an ordinary path that can be accelerated again.
//
// The accelerator of an inner loop has a free number of iterations n. The condition under which the inner
// loop ends gives an equation for n over the state in which the inner loop starts (Accelerator::exit_counts).
// Substituting it removes n. Soundness: an accelerator under-approximates the loop for every n, so an
// equation that does not describe the end of the loop yields an infeasible path and never a wrong one.
#pragma once

#include "acceleration/accelerator.h"

namespace pendulum::acceleration {

/// Cycles that consist of `edges`, which form a cycle that visits no location twice, and that take an
/// accelerator at each inner loop head for which one of `accelerators` is suitable. Empty if there is none.
/// Accelerators with universals, array effects, unknown values, used inputs or inner loops of their own are
/// not suitable: their iterations cannot be summarised without quantifiers.
std::vector<Cycle> nested_cycles(const program::Program& program, const std::vector<program::EdgeId>& edges,
                                 const std::vector<Accelerator>& accelerators);

}  // namespace pendulum::acceleration
