// Integer terms with known bounds, for the translation of bit-vectors to integers (IntegerReading).
//
// BoundedArithmetic builds sums, products and quotients of such terms together with the bounds of the result.
// It also brings a number into the range of a bit-vector of width n by subtracting a multiple of 2^n. If the
// bounds do not determine the multiple, an ite or a fresh symbol does. `constraints` bounds fresh symbols.
#pragma once

#include <string_view>

#include "term/term_manager.h"

namespace pendulum::check {

/// The two values that a bit-vector represents.
enum class Sign { Signed, Unsigned };

/// An integer term with its bounds: lo <= term <= hi.
struct BoundedNumber {
  term::Term term;
  mpz_class lo;
  mpz_class hi;
};

mpz_class power_of_two(unsigned long exponent);
/// The largest integer that is at most a / b. Requires: b != 0.
mpz_class floor_quotient(const mpz_class& a, const mpz_class& b);

/// The values of bit-vectors of width `width`; the term is null. Requires: `width` >= 1.
BoundedNumber range_of(Sign sign, std::uint32_t width);
/// True if the bounds of `inner` lie within those of `outer`.
bool is_within(const BoundedNumber& inner, const BoundedNumber& outer);

class BoundedArithmetic {
 public:
  explicit BoundedArithmetic(term::TermManager& terms) : terms_(terms) {}

  BoundedNumber constant(const mpz_class& value);
  BoundedNumber sum(const BoundedNumber& a, const BoundedNumber& b);
  BoundedNumber difference(const BoundedNumber& a, const BoundedNumber& b);
  BoundedNumber product(const BoundedNumber& a, const BoundedNumber& b);
  /// number div 2^bits, rounded down.
  BoundedNumber shifted_right(const BoundedNumber& number, unsigned long bits);
  /// A fresh symbol with the bounds of `range`.
  BoundedNumber unknown(std::string_view name, const BoundedNumber& range);
  /// The number within range_of(sign, width) that is congruent to `number` modulo 2^width.
  BoundedNumber normalized(const BoundedNumber& number, std::uint32_t width, Sign sign);
  /// The formula lo <= term <= hi.
  term::Term between(const mpz_class& lo, term::Term term, const mpz_class& hi);

  void require(term::Term constraint) { constraints_.push_back(constraint); }
  /// The required constraints and those on the fresh symbols.
  const term::TermVector& constraints() const { return constraints_; }

 private:
  term::TermManager& terms_;
  term::TermVector constraints_;
};

}  // namespace pendulum::check
