// Internal: simplifying constructors for the core theory. The caller has checked the sorts of all arguments.
#pragma once

#include "term/term_manager.h"
#include "term/term_table.h"

namespace pendulum::term {

/// Nested And, Or, Add and Mul are flattened as long as the result has at most this number of children.
/// Building a chain of n binary conjunctions therefore takes O(n * flatten_limit) time instead of O(n^2).
inline constexpr std::size_t flatten_limit = 32;

class CoreRules {
 public:
  CoreRules(TermManager& manager, TermTable& table) : manager_(manager), table_(table) {}

  Term negation(Term a);
  /// `kind` is Kind::And or Kind::Or.
  Term junction(Kind kind, std::span<const Term> terms);
  Term equality(Term a, Term b);
  Term ite(Term condition, Term then_term, Term else_term);
  Term quantifier(Kind kind, std::span<const Term> bound, Term body);

 private:
  Term negated_comparison(Term a);
  /// Returns true if `sorted` contains a term and its negation. Requires: `sorted` is ordered by id.
  bool has_complements(const TermVector& sorted) const;
  Term bool_equality(Term a, Term b);
  Term bool_ite(Term condition, Term then_term, Term else_term);
  Term merged_ite(Term condition, Term then_term, Term else_term);

  TermManager& manager_;
  TermTable& table_;
};

/// Returns true if one of `terms` would be flattened into an operator `kind` with these children.
bool has_flattenable(Kind kind, std::span<const Term> terms);

/// Returns true if the term is (ite c k1 k2) with values k1 and k2.
bool is_ite_of_values(Term term);

/// Returns true if two terms of one sort are known to differ in every model: two different values, or x + c1
/// and x + c2.
bool are_distinct(Term a, Term b);

}  // namespace pendulum::term
