// Exact semantics of floating-point operations (IEEE 754-2019, clauses 5 and 6) on encodings. The code is
// written for clarity, because term evaluation, constant folding and therefore all judges depend on it.
//
// Arguments named a, b, c are encodings: 0 <= a < 2^format.width(). Every NaN result is computed_nan().
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <optional>

#include "term/signature/float_format.h"

namespace pendulum::term {

/// Operations whose result is a number of `format`, rounded by `mode`.
class FloatArithmetic {
 public:
  FloatArithmetic(FloatFormat format, RoundingMode mode) : format_(format), mode_(mode) {}

  mpz_class add(const mpz_class& a, const mpz_class& b) const;
  mpz_class mul(const mpz_class& a, const mpz_class& b) const;
  mpz_class div(const mpz_class& a, const mpz_class& b) const;
  mpz_class fma(const mpz_class& a, const mpz_class& b, const mpz_class& c) const;  ///< a * b + c
  mpz_class sqrt(const mpz_class& a) const;
  /// The sign of a result 0 is the sign of `a`. In formats with few exponent bits, the integer may be larger
  /// than all finite numbers; it then overflows like other results.
  mpz_class round_to_integral(const mpz_class& a) const;

  mpz_class from_integer(const mpz_class& integer) const;
  mpz_class from_float(FloatFormat source, const mpz_class& a) const;

 private:
  /// Number of bits that round() requires of a truncated number.
  std::int64_t truncated_precision() const { return format_.significand_bits + 1; }

  FloatFormat format_;
  RoundingMode mode_;
};

/// Returns the number, rounded to an integer; no value for infinities, NaNs, and integers with more than
/// `max_bits` bits in two's complement.
std::optional<mpz_class> to_integer(FloatFormat format, RoundingMode mode, const mpz_class& a,
                                    std::uint32_t max_bits);

// Comparisons. They are false if an argument is NaN. Zeros of both signs are equal.
bool float_eq(FloatFormat format, const mpz_class& a, const mpz_class& b);
bool float_lt(FloatFormat format, const mpz_class& a, const mpz_class& b);
bool float_le(FloatFormat format, const mpz_class& a, const mpz_class& b);

// Classification.
bool is_negative(FloatFormat format, const mpz_class& a);  ///< the sign bit is set, also of zeros and NaNs
bool is_nan(FloatFormat format, const mpz_class& a);
bool is_infinite(FloatFormat format, const mpz_class& a);
bool is_zero(FloatFormat format, const mpz_class& a);

}  // namespace pendulum::term
