// From a fixpoint to an invariant that is as small as the proof needs, because the judge proves it in
// bit-vectors.
#pragma once

#include "certificate/certificate.h"
#include "domain/state_space.h"
#include "engine/engine.h"

namespace pendulum::engine::dagger {

/// The states of each location, as their disjunction: an invariant that excludes the error.
using LocationStates = std::map<program::LocationId, std::vector<domain::State>>;

/// Keeps the constraints that the error's exclusion depends on, directly or through edges: backwards from the
/// error by unsat cores over the affine edges. Where the solver does not confirm a step, everything is kept.
/// Soundness: none is needed here; the judge sees the result.
certificate::Invariant small_invariant(const domain::StateSpace& space, const LocationStates& fixpoint,
                                       Env& env);
/// All constraints.
certificate::Invariant whole_invariant(const domain::StateSpace& space, const LocationStates& fixpoint);

}  // namespace pendulum::engine::dagger
