// Linear invariants by one abstract fixpoint, without refinement: a state per location, widened at the heads
// of loops, and then made smaller again by a few descending steps (Cousot, Halbwachs 1978; Bourdoncle 1993).
#pragma once

#include <optional>

#include "base/stop.h"
#include "domain/state_space.h"

namespace pendulum::domain {

/// For each location of the program a state that contains all that reach it; bottom where nothing does, and
/// for locations that the affine program composes away. Nothing when `deadline` has passed. May throw
/// Stopped. Ensures, unless an operation of the domain fell back to a coarser one:
///   image(e, result[source(e)]) <= result[target(e)]  for every affine edge e.
std::optional<std::vector<State>> fixpoint(const StateSpace& space, base::Clock::time_point deadline,
                                           const base::StopToken& stop);

/// What the states of `fixpoint` say, per location of `program`: linear constraints over its variables of
/// sort Int and Bool; false where nothing gets. Empty lists when the time is up, and for locations that are
/// composed away. `ranges` holds in every state. Bit-vectors are not looked at: give the integer view, in
/// small blocks.
std::vector<term::TermVector> linear_invariants(const program::Program& program, term::Term ranges,
                                                std::chrono::milliseconds limit, base::Statistics& statistics,
                                                const base::StopToken& stop);

}  // namespace pendulum::domain
