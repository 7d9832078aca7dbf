#include "interpolation/projection/relations.h"

#include "term/forms/linear.h"

namespace pendulum::interpolation {

using term::LinearLiteral;
using term::Term;
using Relation = LinearLiteral::Relation;

std::optional<Term> sum_without(term::TermManager& terms, Term a, Term b) {
  const auto first = term::linear_literal(a), second = term::linear_literal(b);
  if (!first || !second || first->relation != Relation::Le || second->relation != Relation::Le)
    return std::nullopt;
  for (const auto& [term, coefficient] : first->sum.coefficients) {
    const mpq_class other = second->sum.coefficient(term);
    if (sgn(other) * sgn(coefficient) >= 0) continue;
    LinearLiteral sum = *first;
    sum.sum.add(abs(coefficient / other), second->sum);
    return term::to_term(terms, sum);
  }
  return std::nullopt;
}

term::TermVector relations(term::TermManager& terms, Term a, Term b) {
  const auto first = term::linear_literal(a), second = term::linear_literal(b);
  if (!first || !second || first->sort != second->sort) return {};
  term::TermVector result;
  if (first->relation == Relation::Le && second->relation == Relation::Le) {
    LinearLiteral sum = *first;
    sum.sum.add(1, second->sum);
    result.push_back(sum_without(terms, a, b).value_or(term::to_term(terms, sum)));
  }
  // A multiple of an equality can be added to any literal.
  for (const auto& [equality, other] : {std::pair(first, second), std::pair(second, first)}) {
    if (equality->relation != Relation::Eq || other->relation == Relation::Eq) continue;
    for (const int factor : {-1, 1}) {
      LinearLiteral sum = *other;
      sum.sum.add(factor, equality->sum);
      result.push_back(term::to_term(terms, sum));
    }
  }
  return result;
}

}  // namespace pendulum::interpolation
