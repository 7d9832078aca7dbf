// Acceleration of nested loops, inner loops first ([IMPULSE], section 5, phase 1). An iteration of the outer
// loop takes the accelerators of its inner loops. It is then a cycle without inner iterations, whose paths
// can be accelerated again.
//
// The number of iterations n of an inner accelerator is a free symbol. Accelerator::exit_counts contains
// terms for the number of iterations after which the inner loop ends, over the state in which it starts. Such
// a term is substituted for n.
// Soundness: an accelerator under-approximates the loop for every n. If the term is not the number of
// iterations after which the loop ends, the resulting cycle has fewer executions, but no wrong ones.
#pragma once

#include "acceleration/accelerator.h"

namespace pendulum::acceleration {

/// Returns cycles that consist of `edges` and take an accelerator at each inner loop head for which one of
/// `accelerators` is suitable; empty if none is suitable. The cycles differ in the chosen accelerators and
/// exit counts. An accelerator is suitable if it has exit counts but no universals, definitions of arrays,
/// unknown values, inputs that its guard or updates use, or inner loops: it is then a quantifier-free
/// assignment over the program variables and n.
/// Requires: `edges` form a cycle that visits no location twice.
std::vector<Cycle> nested_cycles(const program::Program& program, const std::vector<program::EdgeId>& edges,
                                 const std::vector<Accelerator>& accelerators);

}  // namespace pendulum::acceleration
