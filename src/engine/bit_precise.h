// Searches a DAG over the integer view for executions of the bit-precise program. If the counterexample of
// the view cannot be concretised, another execution of the same unwinding may be real.
#pragma once

#include "engine/prepared_program.h"
#include "interpolation/dag/dag.h"

namespace pendulum::engine {

/// Replaces each edge of `dag`, an edge of `integers`, by the edge of `bits` between the same locations.
/// Edges without a counterpart, and nodes that lie on no path from root to goal then, are omitted. Empty if
/// no path remains.
interpolation::Dag bit_precise_dag(const interpolation::Dag& dag, const PreparedProgram& integers,
                                   const PreparedProgram& bits);

/// An execution of the DAG as a path of bits.program(); nothing if none exists or the solver does not decide.
std::optional<certificate::ErrorPath> find_execution(const interpolation::Dag& dag,
                                                     const PreparedProgram& bits, Env& env);

}  // namespace pendulum::engine
