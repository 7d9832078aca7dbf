// Cubes on the unsat core of the DAG: a procedure that sees only what the refutation of the DAG's condition
// needs. See core_cubes.cpp.
#pragma once

#include "interpolation/interpolation.h"

namespace pendulum::interpolation {

std::unique_ptr<Interpolator> make_core_cubes(const Context& context);

}  // namespace pendulum::interpolation
