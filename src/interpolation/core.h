// The part of a DAG that makes it infeasible: the conjuncts of guards and of `known`, and the equations
// between values at joins, that occur in an unsat core of the DAG's condition. All other parts are dropped,
// so that labels cannot depend on them, and variables that only these parts read are no longer in scope.
#pragma once

#include "interpolation/interpolation.h"

namespace pendulum::interpolation {

/// Returns an infeasible DAG with the same nodes and edges in which each edge and each `known` is weaker than
/// or equal to the original, and scopes are subsets. So its labels are labels of `dag`. Returns a Failure
/// with a path if `dag` is feasible, and without a path if this is not decided within `limit`.
std::variant<OwnedDag, Failure> restrict_to_core(const Dag& dag, const Context& context,
                                                 std::chrono::milliseconds limit);

}  // namespace pendulum::interpolation
