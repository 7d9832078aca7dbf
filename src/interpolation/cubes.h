// Interpolation without proofs: computes labels of a DAG backwards from the goal with cubes, as IC3 does for
// a loop. See cubes.cpp.
#pragma once

#include "interpolation/interpolation.h"

namespace pendulum::interpolation {

std::unique_ptr<Interpolator> make_cubes(const Context& context);

}  // namespace pendulum::interpolation
