// Internal: simplifications of predicates on bit-vectors: comparisons, equalities and overflow predicates.
// The caller has checked the sorts of all arguments.
#pragma once

#include "term/bitvec_rules.h"

namespace pendulum::term {

/// Each rule returns a simpler equivalent term; null if no rule applies. An object holds two references, so
/// the callers create one for each predicate.
class BitVecComparisonRules {
 public:
  BitVecComparisonRules(TermManager& manager, BitVecRules& terms) : manager_(manager), terms_(terms) {}

  Term unsigned_comparison(Kind kind, Term a, Term b);
  Term signed_comparison(Kind kind, Term a, Term b);
  Term overflow(Kind kind, Term a, Term b);
  /// Simplifies a = b. Requires: if one of a and b is a value, it is b.
  Term equality(Term a, Term b);

 private:
  Term comparison_of_extensions(Kind kind, Term a, Term b);
  Term extension_with_value(Kind kind, Term a, Term b);
  Term overflow_with_value(Kind kind, Term a, const mpz_class& b);
  Term difference_overflow_of_value(const mpz_class& a, Term b);
  Term narrowed(Term term, std::uint32_t width);
  Term no_overflow(Term exact, Term back);
  Term equality_with_value(Term a, Term value);
  Term equality_of_extensions(Term a, Term b);
  /// Returns the value with all bits 0 of the sort of `like`.
  Term zero(Term like) { return manager_.mk_bv(0, like.sort().width()); }

  TermManager& manager_;
  BitVecRules& terms_;  ///< constructs the operands of the simpler predicates
};

}  // namespace pendulum::term
