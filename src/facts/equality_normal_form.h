// A normal form of equalities between bit-vector polynomials, modulo 2^width.
//
// That x = 3 * y is preserved by x := x + 3, y := y + 1 is a matter of distributing factors for us, but of
// adders and multipliers for a SAT solver. In normal form the equality behind the assignment is the same term
// as before it.
#pragma once

#include "term/term_manager.h"

namespace pendulum::facts {

/// Equivalent to `formula`. If it is an equality of bit-vectors that are sums and products of a few terms,
/// one side is a sum of monomials and the other side is zero; a few ites among the summands become ites
/// between such equalities. Other formulas are returned as they are.
term::Term normalize_equality(term::TermManager& terms, term::Term formula);

}  // namespace pendulum::facts
