// Labels from a refutation of the DAG's condition, for Booleans and bit-vectors. See proof.cpp.
#pragma once

#include "interpolation/interpolation.h"

namespace pendulum::interpolation {

std::unique_ptr<Interpolator> make_proof(const Context& context);

}  // namespace pendulum::interpolation
