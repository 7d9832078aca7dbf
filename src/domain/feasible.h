// Decides whether linear constraints have a rational solution, by PPL's simplex.
#pragma once

#include "domain/affine_edge.h"

namespace pendulum::domain {

bool is_feasible(std::span<const LinearConstraint> constraints);

}  // namespace pendulum::domain
