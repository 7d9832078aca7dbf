// Estimates the number of iterations of a loop from the states in which it is entered: the largest n for
// which the guard of an accelerator of one of its paths is satisfiable ([IMPULSE], section 3.3). The number
// is correct for an exact accelerator without universal conditions, and may be too small for other
// under-approximations. Universal conditions are ignored, so it may be too large for accelerators with them.
#pragma once

#include "acceleration/path/loop_path_enumerator.h"
#include "engine/engine.h"

namespace pendulum::engine::bmc {

/// Upper limit of an estimate. A larger unrolling of a single loop rarely fits into time and memory.
inline constexpr unsigned max_estimate = 4096;

/// Returns an estimate of at most max_estimate, or 0 if no estimate is available: no path has an accelerator,
/// the number may be larger, or the solver does not decide. `entries` are the states in which the loop is
/// entered, expanded by `expander`. The estimate is not a bound: executions that alternate between several
/// paths may iterate more often.
unsigned estimate_iterations(const program::Program& program, program::LocationId head,
                             const std::vector<acceleration::LoopPathEnumerator::Start>& entries,
                             smt::Expander& expander, Env& env, const base::StopToken& stop);

}  // namespace pendulum::engine::bmc
