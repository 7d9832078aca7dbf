// Quantifier-free membership tests for array indices ([IMPULSE], section 4.2). Given an index p(j) that is
// linear in the iteration j, the test decides whether p(j) = k has a solution j < m, and computes it.
//
// For symbolic strides, Lemma 3 is used for strictly increasing indices that do not wrap around. Equation (8)
// and Example 4 of the paper lack the lower bound x >= x0, which we add.
//
// For a constant stride d, the test is exact modulo 2^w instead. Let d = 2^v * u with odd u. The equation
// b + d * j = k has a solution iff 2^v divides k - b, and then j = ((k - b) / 2^v) * u^-1 is the only
// solution below 2^(w-v). Strides of +1 and -1 are the special cases v = 0 and u = +1 or -1.
#pragma once

#include "acceleration/closed_form/polynomial.h"

namespace pendulum::acceleration {

struct Membership {
  term::Term is_member;  ///< p(j) = k has a solution j < m
  term::Term iteration;  ///< the last such j, with count_width bits; arbitrary if is_member is false
  /// Condition under which both terms are correct. It is `true` for degree 0, and for a constant stride if
  /// w - v >= count_width. For constant strides, is_member is correct even if the premise is false.
  term::Term premise;
};

/// Builds the membership test. Requires: the degree of `p` is at most 1, `m` is at most the count of
/// `arithmetic`, and `k` has the width of `p`.
Membership find_iteration(const PolynomialArithmetic& arithmetic, const Polynomial& p, term::Term k,
                          term::Term m);

}  // namespace pendulum::acceleration
