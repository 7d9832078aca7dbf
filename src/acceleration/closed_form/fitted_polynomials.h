// Constraint-based acceleration ([IMPULSE], section 3.1.2) fits the coefficients of the template
//   f_x(X, n) = sum a_i x_i + (sum b_i x_i + c) n + d n^2                                              (2)
// for k variables X. The loop path is evaluated at the 2k + 2 points of Theorem 1, and Gauss-Jordan
// elimination over the rationals yields the coefficients. A solver call then proves the induction (4), which
// shows that the polynomial is correct for every n. Conditions of the path are ignored.
#pragma once

#include "acceleration/closed_form/polynomial.h"
#include "acceleration/closed_form/prover.h"
#include "acceleration/path/loop_path.h"

namespace pendulum::acceleration {

class ClosedForms;

/// Returns the polynomials of a group of variables that have no form in `known`, or an empty vector if no
/// polynomials are found. A group consists of a variable and all variables on which it depends; they are
/// fitted together. The caller should call the function again after adding the result to `known`, because
/// other groups may depend on it.
std::vector<std::pair<term::Term, Polynomial>> fit_polynomials(const LoopPath& path, const ClosedForms& known,
                                                               PolynomialArithmetic& arithmetic,
                                                               Prover& prover);

/// A point at which the loop path is evaluated.
struct Point {
  std::vector<int> values;  ///< initial values x_1, ..., x_k of the variables
  unsigned n = 0;           ///< number of iterations, at most 2
};
/// The 2k + 2 points of Theorem 1 for k variables. Requires: k >= 1. Ensures: the vectors
/// (x_1, ..., x_k, x_1 n, ..., x_k n, n, n^2) are linearly independent.
std::vector<Point> evaluation_points(std::size_t k);

}  // namespace pendulum::acceleration
