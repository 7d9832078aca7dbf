// Bounds of numbers by constants, collected from the conjuncts of an invariant.
//
// Certificates contain long lists of such bounds: i <= 16, i <= 17, (unsigned)i <= 16, i != 20. Without a
// solver, they are reduced to the smallest interval of each number.
#pragma once

#include <gmpxx.h>

#include <map>
#include <vector>

#include "term/term_manager.h"

namespace pendulum::witness {

class ConstantBounds {
 public:
  explicit ConstantBounds(term::TermManager& terms) : terms_(terms) {}

  /// Takes the conjunct if it states that a number is in an interval of signed numbers: comparisons of a
  /// number, or of its sum with a constant, with a constant. Returns false for other conjuncts.
  bool take(term::Term conjunct);
  /// Does the conjunct follow from the intervals? Recognises x != c, and disjunctions of x == c.
  bool imply(term::Term conjunct) const;

  /// A conjunction that states the interval of a number.
  struct Bound {
    term::TermVector as_signed;    ///< c <= x, x <= d
    term::TermVector as_unsigned;  ///< the same with unsigned comparisons; empty if they mean something else
  };
  std::vector<Bound> bounds() const;

 private:
  struct Interval {
    mpz_class low, high;  ///< signed; empty if low > high
  };
  void restrict(term::Term number, const mpz_class& low, const mpz_class& high);

  term::TermManager& terms_;
  std::map<term::Term, Interval> intervals_;
};

}  // namespace pendulum::witness
