// The values that a solver gives to the symbols of an unrolling: the model from which a counterexample path
// is built.
#pragma once

#include "program/unroller.h"
#include "smt/expansion.h"

namespace pendulum::engine {

/// Returns the values of the symbols that occur in the queries of `solver`.
/// Requires: the last call of `solver` was satisfiable.
term::Model unrolling_model(const program::Unroller& unroller, smt::Solver& solver);

/// The same for queries whose array reads were replaced by `expander`: arrays get the values at the indices
/// that were read, and the symbols that stand for the reads are part of the model.
term::Model unrolling_model(const program::Unroller& unroller, smt::Solver& solver,
                            const smt::Expander& expander);

}  // namespace pendulum::engine
