// Labels by weakest preconditions over the part of the DAG that its infeasibility rests on; for theories
// without projection, bit-vectors and arrays above all. See newton.cpp.
#pragma once

#include "interpolation/interpolation.h"

namespace pendulum::interpolation {

std::unique_ptr<Interpolator> make_newton(const Context& context);

}  // namespace pendulum::interpolation
