// Remainders of divisions by variables, for solvers of linear arithmetic. Each remainder becomes a symbol,
// and lemmas state what linear arithmetic cannot know about it. Let r(x) be x mod z, where z >= 1:
//
//   0 <= r(x) < z, and r(x) = x + k*z if that is within these bounds, for k from -1 to 1
//   x = y                implies  r(x) = r(y)
//   x = y + z            implies  r(x) = r(y)
//   x = -y               implies  r(x) = 0 if r(y) = 0, else z - r(y)
//   x = y + w            implies  r(x) = r(y) + r(w), or this without z
//
// Z3 and cvc5 do not find that z divides x if it divides x - y and y; with the lemmas this is linear.
//
// Soundness: all lemmas hold for the remainder of SMT-LIB; they are trivial for a divisor that is not
// positive. Hence a formula with remainders is unsatisfiable if its image with the lemmas is.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "term/traverse.h"

namespace pendulum::term {

class Remainders {
 public:
  explicit Remainders(TermManager& terms) : terms_(terms) {}

  /// The symbol for `dividend` mod `divisor`. Requires: both have sort Int.
  Term symbol_of(Term dividend, Term divisor);
  /// The formula with a symbol for each remainder of a division by something else than a constant.
  Term image(Term formula);

  std::size_t size() const { return remainders_.size(); }
  /// All lemmas about the remainders from number `first` on and the earlier ones. There are about n^3 / 2 for
  /// n remainders.
  TermVector lemmas(std::size_t first = 0) const;

  /// Value of an integer term in a model; unset if it is not known.
  using Value = std::function<std::optional<mpz_class>(Term)>;
  /// Some lemmas that may be false in a model, among them all that are false.
  TermVector violated(const Value& value) const;

 private:
  struct Remainder {
    Term dividend, divisor, result;
  };

  Term bounds(const Remainder& r) const;
  Term pair(const Remainder& a, const Remainder& b) const;
  Term triple(const Remainder& sum, const Remainder& a, const Remainder& b) const;

  TermManager& terms_;
  std::vector<Remainder> remainders_;
  Substitution symbols_;  ///< `dividend mod divisor` -> symbol
};

}  // namespace pendulum::term
