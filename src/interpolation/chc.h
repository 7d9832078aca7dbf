// Labels as the solution of Horn clauses without recursion: one predicate per node over its scope and one
// clause per edge. Spacer solves them for the part of the DAG that makes it infeasible (core.h).
#pragma once

#include "interpolation/interpolation.h"

namespace pendulum::interpolation {

std::unique_ptr<Interpolator> make_chc(const Context& context);

}  // namespace pendulum::interpolation
