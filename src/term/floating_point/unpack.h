// The parts of an encoded floating-point number, and the encoding of a rounded number.
//
// Exponents. A finite number is significand * 2^(exponent - bias), where the significand has one bit before
// the binary point and `exponent` is the exponent field, or 1 if the field is 0 (subnormal numbers and zeros,
// whose leading bit is 0). The circuits compute with the height of a number, its exponent minus 1: the
// subnormal numbers and the smallest normal numbers have height 0. The encoding of a number without its sign
// is then height * 2^fraction_bits + significand, as the leading bit of the significand raises the field from
// 0 to 1 for the smallest normal numbers, and from height to height + 1 for all others.
//
// Rounding. The functions take the significand with two more bits: the guard bit, and the sticky bit, which
// is the disjunction of all bits after the guard bit. These determine every rounding direction (Handbook of
// Floating-Point Arithmetic, 2nd ed., 7.1). The carry of the rounding may run into the exponent, which is
// correct in this encoding, and turns the largest number into infinity.
#pragma once

#include "term/floating_point/bits.h"
#include "term/signature/float_format.h"

namespace pendulum::term {

/// The bias of the exponent, which is also the exponent of the largest numbers.
constexpr std::uint32_t bias_of(FloatFormat format) {
  return (1U << (format.exponent_bits - 1)) - 1;
}

struct Unpacked {
  Term is_negative;
  Term field;        ///< exponent field
  Term exponent;     ///< with exponent_bits; the field, or 1 if it is 0
  Term significand;  ///< with significand_bits; the leading bit is 0 iff the field is 0
  Term is_zero;
  Term is_infinite;
  Term is_nan;
};

Unpacked unpack(const Bits& bits, FloatFormat format, Term number);

/// A number with a significand whose leading bit is 1, unless it is zero.
struct NormalNumber {
  Term exponent;  ///< signed, with signed_width() bits
  Term significand;
};

/// Number of bits in which sums and differences of three exponents and two normalisation distances of a
/// format are signed numbers.
constexpr std::uint32_t signed_width(FloatFormat format) {
  return std::max(format.exponent_bits, bits_of_number(format.significand_bits)) + 3;
}

NormalNumber normal_number(const Bits& bits, FloatFormat format, const Unpacked& number);

Term nan_of(const Bits& bits, FloatFormat format);
Term infinity_of(const Bits& bits, FloatFormat format, Term is_negative);
Term zero_of(const Bits& bits, FloatFormat format, Term is_negative);

Term is_mode(const Bits& bits, Term mode, RoundingMode direction);
/// Whether the magnitude of a number is rounded up, from the lowest bit that is kept and the two bits after
/// it.
Term rounds_up(const Bits& bits, Term mode, Term is_negative, Term lowest, Term guard, Term sticky);

/// A number before rounding.
struct Exact {
  Term is_negative;
  Term height;
  Term significand;  ///< significand_bits + 2: guard and sticky bit are the lowest ones
};

enum class Range {
  Bounded,   ///< the height is at most that of the largest numbers
  Unbounded  ///< the result may be too large for the format
};

/// Rounds and encodes. `height` is unsigned and less than its largest value. Requires: the leading bit of the
/// significand is 1, or the height is 0, or the significand is 0.
Term pack(const Bits& bits, FloatFormat format, Term mode, const Exact& number, Range range);

/// Rounds and encodes a number whose height is signed. A number with a negative height is first shifted to
/// the height 0. Requires: the leading bit of the significand is 1, or the height is not positive, or the
/// significand is 0.
Term pack_signed(const Bits& bits, FloatFormat format, Term mode, const Exact& number);

}  // namespace pendulum::term
