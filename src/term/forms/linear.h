// Linear arithmetic on terms: sums with rational coefficients over terms that are not sums, and literals in a
// normal form in which equal constraints are equal terms.
#pragma once

#include <gmpxx.h>

#include <map>
#include <optional>

#include "term/term_manager.h"

namespace pendulum::term {

/// Sum of coefficient * term, plus a constant. No coefficient is zero.
struct LinearSum {
  std::map<Term, mpq_class> coefficients;
  mpq_class constant;

  mpq_class coefficient(Term term) const;
  void add(const mpq_class& factor, const LinearSum& other);
  void add(const mpq_class& factor, Term term);
};

/// The sum that a term of sort Int or Real represents; subterms that are not sums or multiples are atomic.
LinearSum linear_sum(Term term);

/// sum <= 0, sum < 0 (Real only), sum = 0 or sum != 0.
struct LinearLiteral {
  enum class Relation { Le, Lt, Eq, Ne } relation = Relation::Le;
  LinearSum sum;
  Sort sort;
};

/// The literal if it is a comparison or equality of Int or Real terms, or the negation of one; otherwise
/// nullopt.
std::optional<LinearLiteral> linear_literal(Term literal);

/// The literal in normal form: coprime integer coefficients, for Int with the tightest constant; the sum on
/// the left, the constant on the right; the first coefficient of an equality is positive.
Term to_term(TermManager& terms, LinearLiteral literal);

/// Applies linear_literal and to_term; other literals are returned unchanged.
Term normalize_literal(TermManager& terms, Term literal);

}  // namespace pendulum::term
