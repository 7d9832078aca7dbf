// The part of a DAG that its infeasibility rests on: the conjuncts of guards and of what is known, and the
// values that meet, that are in an unsat core of the DAG's condition. What is not in the core is given up, so
// that labels cannot depend on it, and variables that only it read are not in scope any more.
#pragma once

#include "interpolation/interpolation.h"

namespace pendulum::interpolation {

/// A DAG with the same nodes and edges, each edge weaker than or equal to the original's, and `known`
/// likewise, that still has no run; scopes are subsets. So labels of it are labels of `dag`. Failure with a
/// path when `dag` has a run; without one when that is not decided within `limit`.
std::variant<OwnedDag, Failure> restrict_to_core(const Dag& dag, const Context& context,
                                                 std::chrono::milliseconds limit);

}  // namespace pendulum::interpolation
