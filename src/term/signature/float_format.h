// Formats of binary floating-point numbers (IEEE 754-2019, 3.3 and 3.6), and the conventions of the operators
// on them.
//
// A floating-point number is a bit-vector in the interchange encoding: sign, exponent, fraction. There is no
// separate sort, so programs may move and inspect the bits of a number, and every engine can treat an
// operator that it does not know as an operator on bit-vectors.
//
// NaN: IEEE 754 does not specify the sign and the payload of a computed NaN. The operators return the pattern
// of FloatFormat::computed_nan(). Code that makes the bits of a number observable (a conversion to an integer
// of the same size, a store to memory that is read as integers) must replace this pattern by an arbitrary
// NaN.
#pragma once

#include <gmpxx.h>

#include <compare>
#include <cstdint>

#include "base/check.h"

namespace pendulum::term {

/// Rounding directions, with the numbers of C's FLT_ROUNDS (C17 5.2.4.2.2) and LLVM's llvm.get.rounding. A
/// rounding mode is a term of `rounding_mode_width` bits. The numbers 5, 6 and 7 mean NearestEven as well.
enum class RoundingMode : std::uint8_t { TowardZero, NearestEven, Upward, Downward, NearestAway };
inline constexpr std::uint32_t rounding_mode_width = 3;

struct FloatFormat {
  std::uint32_t exponent_bits;
  std::uint32_t significand_bits;  ///< with the leading bit, which the encoding does not contain

  constexpr std::uint32_t fraction_bits() const { return significand_bits - 1; }
  /// Number of bits of the encoding.
  constexpr std::uint32_t width() const { return exponent_bits + significand_bits; }

  /// The format as the parameter of an operator: 8024 for 8 exponent bits and 24 significand bits.
  constexpr std::uint32_t code() const { return exponent_bits * 1000 + significand_bits; }
  static constexpr bool is_code(std::uint32_t code) {
    return code / 1000 >= 2 && code / 1000 <= 30 && code % 1000 >= 2;
  }
  static constexpr FloatFormat from_code(std::uint32_t code) {
    PENDULUM_CHECK(is_code(code), "{} should be the code of a floating-point format", code);
    return {code / 1000, code % 1000};
  }

  /// The encodings, as unsigned numbers.
  mpz_class infinity() const { return ((mpz_class(1) << exponent_bits) - 1) << fraction_bits(); }
  mpz_class sign_bit() const { return mpz_class(1) << (width() - 1); }
  /// The NaN that operators return: positive and quiet, with the fraction 1010...
  mpz_class computed_nan() const {
    mpz_class fraction = 0;
    for (std::uint32_t i = 0; i < fraction_bits(); ++i) fraction = fraction * 2 + (i % 2 == 0 ? 1 : 0);
    return infinity() + fraction;
  }

  friend constexpr auto operator<=>(const FloatFormat&, const FloatFormat&) = default;
};

inline constexpr FloatFormat float16{5, 11};
inline constexpr FloatFormat bfloat16{8, 8};
inline constexpr FloatFormat float32{8, 24};
inline constexpr FloatFormat float64{11, 53};
inline constexpr FloatFormat float128{15, 113};
/// The numbers of the x87's extended precision without the explicit leading bit: 79 bits.
inline constexpr FloatFormat float80{15, 64};

}  // namespace pendulum::term
