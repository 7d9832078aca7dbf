// Affine equalities that hold in all of some points: the null space of the matrix of points, over rationals.
#pragma once

#include <gmpxx.h>

#include <vector>

namespace pendulum::facts {

/// Rows (a_1, ..., a_n, c) of coprime integers with a_1 x_1 + ... + a_n x_n + c = 0 for every point x; a
/// basis of all such rows. Requires that all points have the same length.
std::vector<std::vector<mpz_class>> affine_equalities(const std::vector<std::vector<mpz_class>>& points);

}  // namespace pendulum::facts
