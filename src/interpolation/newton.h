// Labels by weakest preconditions over the part of the DAG that makes it infeasible; for theories without
// projection, in particular bit-vectors and arrays. See newton.cpp.
#pragma once

#include "interpolation/interpolation.h"

namespace pendulum::interpolation {

std::unique_ptr<Interpolator> make_newton(const Context& context);

}  // namespace pendulum::interpolation
