// Finite numbers with unbounded precision, and their rounding to a floating-point format. Every operation
// computes its exact result as an ExactNumber and rounds it once, as IEEE 754-2019, clause 5.1 requires.
#pragma once

#include <gmpxx.h>

#include <cstdint>

#include "term/signature/float_format.h"

namespace pendulum::term {

/// The number +-magnitude with magnitude = significand * 2^exponent. If `is_truncated` is true, this is only
/// the lower bound: the magnitude lies strictly between it and (significand + 1) * 2^exponent.
struct ExactNumber {
  bool is_negative = false;   ///< also the sign of zero
  mpz_class significand = 0;  ///< not negative
  std::int64_t exponent = 0;
  bool is_truncated = false;
};

/// Returns the number of bits without leading zeros. Requires: number >= 0.
std::int64_t num_bits(const mpz_class& number);

/// Returns the direction that a value of a rounding mode term means: 5, 6 and 7 are NearestEven.
RoundingMode rounding_mode(std::uint64_t number);

/// Returns the number with this encoding. Requires: the encoding is neither an infinity nor a NaN.
ExactNumber decode(FloatFormat format, const mpz_class& encoding);

/// Returns the encoding of `number`, rounded to the format. The result of a number that is too large is an
/// infinity or the largest finite number, depending on the mode (clause 7.4).
/// Requires: a truncated number has more than format.significand_bits bits.
mpz_class round(FloatFormat format, RoundingMode mode, const ExactNumber& number);

/// Returns the magnitude of `number`, rounded to an integer. Requires: the number is not truncated.
mpz_class round_magnitude_to_integer(RoundingMode mode, const ExactNumber& number);

}  // namespace pendulum::term
