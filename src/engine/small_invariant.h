// An inductive invariant without what its proof does not need: the judge proves it again bit by bit, and pays
// for every conjunct.
#pragma once

#include "certificate/certificate.h"
#include "engine/engine.h"

namespace pendulum::engine {

/// Backwards from the error: a conjunct is kept if excluding the error, or a conjunct that is kept, depends
/// on it by an unsat core. Terms that are disjunctions lose conjuncts of their disjuncts, and disjuncts that
/// say more than another one. `known` holds in all states (range facts). Keeps its conjuncts where the solver
/// does not confirm it soon; stays as it is where it has no term for some location. Soundness: none is needed here; the judge sees the result.
certificate::Invariant small_invariant(const program::Program& program,
                                       const certificate::Invariant& invariant, term::Term known, Env& env);

}  // namespace pendulum::engine
