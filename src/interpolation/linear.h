// Linear arithmetic on terms: sums with rational coefficients over whatever is not a sum, and literals in a
// normal form, so that equal constraints are equal terms.
#pragma once

#include <gmpxx.h>

#include <map>
#include <optional>

#include "term/term_manager.h"

namespace pendulum::interpolation {

/// sum of coefficient * term, plus constant. No coefficient is zero.
struct LinearSum {
  std::map<term::Term, mpq_class> coefficients;
  mpq_class constant;

  mpq_class coefficient(term::Term term) const;
  void add(const mpq_class& factor, const LinearSum& other);
  void add(const mpq_class& factor, term::Term term);
};

/// A sum of Int or Real terms; whatever is not a sum or a multiple counts as one term.
LinearSum linear_sum(term::Term term);

/// sum <= 0, sum < 0 (Real only), sum = 0 or sum != 0.
struct LinearLiteral {
  enum class Relation { Le, Lt, Eq, Ne } relation = Relation::Le;
  LinearSum sum;
  term::Sort sort;
};

/// A comparison or equality of Int or Real terms, or the negation of one; nothing for other literals.
std::optional<LinearLiteral> linear_literal(term::Term literal);

/// The literal in normal form: coprime integer coefficients, over Int with the tightest constant; the sum on
/// the left, the constant on the right, the first coefficient of an equality positive.
term::Term to_term(term::TermManager& terms, LinearLiteral literal);

/// linear_literal and back; other literals stay as they are.
term::Term normalize_literal(term::TermManager& terms, term::Term literal);

}  // namespace pendulum::interpolation
