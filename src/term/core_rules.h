// Internal: simplifying constructors of the Boolean core. Arguments are already sort-checked.
#pragma once

#include "term/term_manager.h"
#include "term/term_table.h"

namespace pendulum::term {

/// Nested And, Or, Add and Mul are flattened while the result has at most this many children. A chain of
/// n binary conjunctions thus costs O(n * flatten_limit), not O(n^2).
inline constexpr std::size_t flatten_limit = 32;

class CoreRules {
 public:
  CoreRules(TermManager& manager, TermTable& table) : manager_(manager), table_(table) {}

  Term negation(Term a);
  /// Kind::And or Kind::Or.
  Term junction(Kind kind, std::span<const Term> terms);
  Term equality(Term a, Term b);
  Term ite(Term condition, Term then_term, Term else_term);
  Term quantifier(Kind kind, std::span<const Term> bound, Term body);

 private:
  Term negated_comparison(Term a);
  bool has_complements(const TermVector& sorted) const;
  Term bool_equality(Term a, Term b);
  Term bool_ite(Term condition, Term then_term, Term else_term);
  Term merged_ite(Term condition, Term then_term, Term else_term);

  TermManager& manager_;
  TermTable& table_;
};

/// Would one of `terms` be flattened in an operator `kind` with these children?
bool has_flattenable(Kind kind, std::span<const Term> terms);

/// `(ite c k1 k2)` with values k1 and k2.
bool is_ite_of_values(Term term);

/// Are the two values of one sort known to differ in every model? Values, or x + c1 and x + c2.
bool are_distinct(Term a, Term b);

}  // namespace pendulum::term
