// Membership tests for array indices ([IMPULSE], section 4.2): does p(j) = k have a solution j < m, and
// which?
//
// Lemma 3 decides it for increasing indices that do not wrap around; its equation (8) and Example 4 lack the
// lower bound x >= x0. For a constant stride d we are exact modulo 2^w instead: with d = 2^v * u, u odd, the
// equation b + d * j = k has a solution iff 2^v divides k - b, and then j = ((k - b) / 2^v) * u^-1 is the
// only one below 2^(w-v). Strides of +1 and -1 are the special cases v = 0 and u = +1 or -1.
#pragma once

#include "acceleration/polynomial.h"

namespace pendulum::acceleration {

struct Membership {
  term::Term is_member;  ///< some j < m has p(j) = k
  term::Term iteration;  ///< the last such j, count_width bits; any value if there is none
  /// Under which both are right; true where the stride is constant and the width at least that of counts.
  term::Term premise;
};

/// `p` is linear, `m` at most the count of `arithmetic`, `k` of p's width.
Membership find_iteration(const PolynomialArithmetic& arithmetic, const Polynomial& p, term::Term k,
                          term::Term m);

}  // namespace pendulum::acceleration
