// The executions of a DAG over the integer view, asked for over bit-vectors: where the view's path cannot be
// followed, another execution of the same unwinding may be real.
#pragma once

#include "engine/prepared_program.h"
#include "interpolation/dag.h"

namespace pendulum::engine {

/// The same nodes with the bit-precise program's edges between the same locations. Edges that the bit-precise
/// program does not have, and nodes that then lie on no path, are left out; empty when nothing is left.
interpolation::Dag bit_precise_dag(const interpolation::Dag& dag, const PreparedProgram& integers,
                                   const PreparedProgram& bits);

/// A path of `bits` that is an execution of the DAG; nothing when there is none, or the solver gives up.
std::optional<certificate::ErrorPath> find_execution(const interpolation::Dag& dag,
                                                     const PreparedProgram& bits, Env& env);

}  // namespace pendulum::engine
