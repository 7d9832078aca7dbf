// Estimates how often a loop can be repeated where it is entered: the largest n for which the guard of an
// accelerator of one of its paths can hold ([IMPULSE], section 3.3). An exact accelerator without universals
// gives the number itself, another under-approximation a number that may be too small, and universals are
// ignored, which may make it too large.
#pragma once

#include "acceleration/loop_paths.h"
#include "engine/engine.h"

namespace pendulum::engine::bmc {

/// The largest number of iterations that is estimated.
inline constexpr unsigned max_estimate = 4096;

/// At most max_estimate; 0 if there is no estimate: no path has an accelerator, the number may be larger, or
/// a solver does not decide. `entries` are the states with which the loop is entered, expanded by `expander`.
/// An estimate, not a bound: iterations that take turns on several paths may be more.
unsigned estimate_iterations(const program::Program& program, program::LocationId head,
                             const std::vector<acceleration::LoopPaths::Start>& entries,
                             smt::Expander& expander, Env& env, const base::StopToken& stop);

}  // namespace pendulum::engine::bmc
