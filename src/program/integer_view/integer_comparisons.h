// Internal: translates comparisons of bit-vectors and overflow predicates to comparisons of integers.
#pragma once

#include "program/integer_view/congruent_integers.h"

namespace pendulum::program {

class IntegerComparisons {
 public:
  /// Requires: the arguments outlive this object.
  IntegerComparisons(term::TermManager& terms, CongruentIntegers& integers)
      : terms_(terms), integers_(integers) {}

  // Each function requires that the operands are bit-vectors and are in `integers`.

  term::Term equal(term::Term a, term::Term b);
  /// Translates an inequality.
  term::Term compare(term::Term t);
  /// Translates an overflow predicate.
  term::Term overflow(term::Term t);

 private:
  using Term = term::Term;

  /// t < value, or t <= value unless `is_strict`, in `reading`, for a term that fits the other reading.
  Term below_value(Term t, Term value, Reading reading, bool is_strict);

  term::TermManager& terms_;
  CongruentIntegers& integers_;
};

}  // namespace pendulum::program
