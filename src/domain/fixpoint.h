// Linear invariants by one abstract fixpoint without refinement: one state per location, widened at loop
// heads and then narrowed by a few descending steps (Cousot, Halbwachs 1978; Bourdoncle 1993).
#pragma once

#include <optional>

#include "base/stop.h"
#include "domain/state_space.h"

namespace pendulum::domain {

/// Returns for each location of the program a state that contains all states that reach it; bottom for
/// unreachable locations and for locations that the affine program eliminates. Returns nullopt if `deadline`
/// has passed. May throw Stopped. Ensures, unless an operation of the domain fell back to a coarser one:
///   image(e, result[source(e)]) <= result[target(e)]  for every affine edge e.
std::optional<std::vector<State>> fixpoint(const StateSpace& space, base::Clock::time_point deadline,
                                           const base::StopToken& stop);

/// The states of `fixpoint` as linear constraints over the variables of sort Int and Bool, per location of
/// `program`; false for unreachable locations. The lists are empty on timeout, for entry, and for locations
/// without outgoing affine edges (error, and locations that are eliminated). `ranges` holds in every state.
/// Bit-vectors are ignored, so `program` should be the integer view in small blocks.
std::vector<term::TermVector> linear_invariants(const program::Program& program, term::Term ranges,
                                                std::chrono::milliseconds limit, base::Statistics& statistics,
                                                const base::StopToken& stop);

}  // namespace pendulum::domain
