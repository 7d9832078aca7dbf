// Affine equalities that hold at all given points: the null space of the matrix of points, over the
// rationals.
#pragma once

#include <gmpxx.h>

#include <vector>

namespace pendulum::facts {

/// Returns a basis of the rows (a_1, ..., a_n, c) with a_1 x_1 + ... + a_n x_n + c = 0 for every point x. The
/// entries of each row are coprime integers. Requires: all points have the same length.
std::vector<std::vector<mpz_class>> affine_equalities(const std::vector<std::vector<mpz_class>>& points);

}  // namespace pendulum::facts
