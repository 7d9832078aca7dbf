// Invariants per location for other engines: one fixpoint of abstract interpretation, without refinement.
#pragma once

#include "engine/engine.h"

namespace pendulum::engine::dagger {

/// For each location of `program` linear constraints over its variables of sort Int and Bool that hold in all
/// states that reach it; false where none does. Empty lists when the time is up. Each is an invariant;
/// together they need not be inductive, because the states of several nodes at a location are joined.
/// `ranges` holds in every state. Bit-vectors are not looked at: give the integer view.
std::vector<term::TermVector> location_facts(const program::Program& program, term::Term ranges, Env& env,
                                             std::chrono::milliseconds limit);

}  // namespace pendulum::engine::dagger
