// A normal form of equalities between bit-vector polynomials, modulo 2^width.
//
// The assignments x := x + 3, y := y + 1 preserve x = 3 * y. Distributing the factor shows this at once,
// while a SAT solver has to reason about adders and multipliers. In normal form the equality after the
// assignments is the same term as before them.
#pragma once

#include "term/term_manager.h"

namespace pendulum::facts {

/// Returns a formula that is equivalent to `formula`. If it is an equality of bit-vectors that are sums and
/// products of a few terms, one side of the result is a sum of monomials and the other side is zero; a few
/// ites among the summands become ites between such equalities. Other formulas are returned unchanged.
term::Term normalize_equality(term::TermManager& terms, term::Term formula);

}  // namespace pendulum::facts
