// Drops conjuncts of an inductive invariant that its proof does not depend on. The judge re-proves the
// invariant over bit-vectors, and each conjunct adds to its effort.
#pragma once

#include "certificate/certificate.h"
#include "engine/engine.h"

namespace pendulum::engine {

/// Keeps the needed conjuncts (needed_conjuncts.h). If the invariant of a location is a disjunction, this
/// drops conjuncts of its disjuncts; disjuncts that another disjunct subsumes are dropped, too. `known` holds
/// in all states (range facts). If the solver does not confirm a step in time, all conjuncts are kept. An
/// invariant that lacks some location is returned unchanged. Soundness: this function need not be correct,
/// because the judge checks the result.
certificate::Invariant minimise_invariant(const program::Program& program,
                                          const certificate::Invariant& invariant, term::Term known,
                                          Env& env);

}  // namespace pendulum::engine
