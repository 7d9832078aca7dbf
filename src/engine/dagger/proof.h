// Converts a fixpoint to an invariant that contains only the constraints that its proof needs, because the
// judge has to prove it over bit-vectors.
#pragma once

#include "certificate/certificate.h"
#include "domain/state_space.h"
#include "engine/dagger/flag_pruning.h"

namespace pendulum::engine::dagger {

/// The states of the fixpoint at each location. Their disjunction is an invariant that excludes the error.
using LocationStates = std::map<program::LocationId, std::vector<domain::State>>;

/// Keeps the constraints and the facts of `pruning` on which the unreachability of the error depends,
/// directly or through affine edges (engine/needed_conjuncts.h). If the solver does not confirm a step, all
/// constraints are kept. Soundness: this function need not be correct, because the judge checks the result.
certificate::Invariant minimise_invariant(const domain::StateSpace& space, const LocationStates& fixpoint,
                                          const FlagPruning& pruning, Env& env);
/// The invariant with all constraints and all facts.
certificate::Invariant whole_invariant(const domain::StateSpace& space, const LocationStates& fixpoint,
                                       const FlagPruning& pruning);

}  // namespace pendulum::engine::dagger
