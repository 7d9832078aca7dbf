// Labels as the solution of Horn clauses without recursion: a predicate per node over its scope, a clause per
// edge, solved by Spacer on the part of the DAG that its infeasibility rests on (core.h).
#pragma once

#include "interpolation/interpolation.h"

namespace pendulum::interpolation {

std::unique_ptr<Interpolator> make_chc(const Context& context);

}  // namespace pendulum::interpolation
