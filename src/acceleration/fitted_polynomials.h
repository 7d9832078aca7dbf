// Constraint-based acceleration ([IMPULSE], section 3.1.2): the coefficients of the template
//   f_x(X, n) = sum a_i x_i + (sum b_i x_i + c) n + d n^2                                              (2)
// are determined by evaluating the loop at the 2k + 2 points of Theorem 1 and exact elimination; the
// induction (4) then shows that the polynomial is right for every n.
#pragma once

#include "acceleration/loop_path.h"
#include "acceleration/polynomial.h"
#include "acceleration/prover.h"

namespace pendulum::acceleration {

class ClosedForms;

/// Polynomials of variables that `known` has no form for. Empty if none are found. The variables of one
/// group, which depend on each other, are fitted together.
std::vector<std::pair<term::Term, Polynomial>> fit_polynomials(const LoopPath& path, const ClosedForms& known,
                                                               PolynomialArithmetic& arithmetic,
                                                               Prover& prover);

/// The points of Theorem 1 for k variables: values of the variables, and n <= 2. The vectors
/// (x_1, ..., x_k, x_1 n, ..., x_k n, n, n^2) are linearly independent.
struct Point {
  std::vector<int> values;
  unsigned n = 0;
};
std::vector<Point> evaluation_points(std::size_t k);

}  // namespace pendulum::acceleration
