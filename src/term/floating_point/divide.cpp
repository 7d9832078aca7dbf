// Division and square root by digit recurrence: each step determines one bit of the result by a subtraction
// whose sign is the bit (Handbook of Floating-Point Arithmetic, 2nd ed., 8.6; Ercegovac, Lang: "Division and
// Square Root", 1994). The recurrences need half of the gates of a division of integers with twice as many
// bits, because the normalised operands bound each remainder.
#include "term/floating_point/circuits.h"

namespace pendulum::term {

namespace {

/// The first significand_bits + 2 bits of a / b, the first one of which is the integer part, and a sticky bit
/// for the remainder. Requires: a < 2b, which holds for significands in [1, 2).
/// Invariant: remainder < 2b, so that it has one bit more than b.
Term quotient(const Bits& bits, Term a, Term b) {
  TermManager& terms = bits.terms;
  const std::uint32_t precision = Bits::width(b);
  const Term divisor = bits.extend(b, precision + 2);
  Term remainder = bits.extend(a, precision + 1), result;
  for (std::uint32_t i = 0; i < precision + 2; ++i) {
    const Term difference = terms.mk_bvsub(bits.extend(remainder, precision + 2), divisor);
    const Term digit = terms.mk_not(bits.top_bit(difference));
    result = bits.join({result, bits.word(digit)});
    const Term rest = terms.mk_ite(digit, bits.low(difference, precision), bits.low(remainder, precision));
    remainder = bits.append_zeros(rest, 1);
  }
  return bits.join({result, bits.word(bits.any(remainder))});
}

/// The first `digits` bits of the square root of a number with two bits before the binary point, and a sticky
/// bit for the remainder. With the root q so far, the next bit is 1 iff the remainder, with two more bits of
/// the radicand, is at least 4q + 1, because (2q + 1)^2 - (2q)^2 = 4q + 1.
/// Invariant: remainder <= 2q, so that it has one bit more than q.
Term root(const Bits& bits, Term radicand, std::uint32_t digits) {
  TermManager& terms = bits.terms;
  const Term padded = bits.append_zeros(radicand, 2 * digits - Bits::width(radicand));
  Term remainder, result;
  for (std::uint32_t i = 0; i < digits; ++i) {
    const std::uint32_t position = 2 * (digits - i);
    const Term next = bits.high(bits.low(padded, position), 2);
    const Term extended = bits.join({bits.zeros(1), remainder, next});
    const Term trial = bits.extend(bits.join({result, bits.constant(1, 2)}), Bits::width(extended));
    const Term difference = terms.mk_bvsub(extended, trial);
    const Term digit = terms.mk_not(bits.top_bit(difference));
    remainder = bits.low(terms.mk_ite(digit, difference, extended), i + 2);
    result = bits.join({result, bits.word(digit)});
  }
  return bits.join({result, bits.word(bits.any(remainder))});
}

Term finite_quotient(const Bits& bits, FloatFormat format, Term mode, const Unpacked& a, const Unpacked& b) {
  TermManager& terms = bits.terms;
  const std::uint32_t precision = format.significand_bits, width = signed_width(format);
  const NormalNumber x = normal_number(bits, format, a), y = normal_number(bits, format, b);
  const Term digits = quotient(bits, x.significand, y.significand);
  const Term is_shifted = terms.mk_not(bits.top_bit(digits));
  const Term distance = terms.mk_bvsub(x.exponent, y.exponent);
  // The height bias - 1 + distance, and one less if the quotient is less than 1.
  const Term offset = terms.mk_ite(is_shifted, bits.constant(mpz_class(bias_of(format)) - 2, width),
                                   bits.constant(bias_of(format) - 1, width));
  const Exact exact{
      .is_negative = terms.mk_xor(a.is_negative, b.is_negative),
      .height = terms.mk_bvadd(distance, offset),
      .significand =
          terms.mk_ite(is_shifted, bits.low(digits, precision + 2), bits.with_sticky(digits, precision + 2)),
  };
  return pack_signed(bits, format, mode, exact);
}

/// 1 / b if b is a power of two and 1 / b is a number of the format; otherwise null.
Term exact_reciprocal(const Bits& bits, FloatFormat format, Term b) {
  if (!b.is_value()) return {};
  const Unpacked parts = unpack(bits, format, b);
  const mpz_class field = parts.field.integer_value();
  // The reciprocal of 2^(field - bias) has the exponent 2 * bias - field.
  const mpz_class reciprocal = 2 * mpz_class(bias_of(format)) - field;
  if (field < 1 || reciprocal < 1 || !bits.none(bits.low(b, format.fraction_bits())).is_true()) return {};
  return bits.join({bits.word(parts.is_negative), bits.constant(reciprocal, format.exponent_bits),
                    bits.zeros(format.fraction_bits())});
}

}  // namespace

Term divide_circuit(const Bits& bits, FloatFormat format, Term mode, Term a, Term b) {
  TermManager& terms = bits.terms;
  if (const Term factor = exact_reciprocal(bits, format, b))
    return multiply_circuit(bits, format, mode, a, factor);
  const Unpacked x = unpack(bits, format, a), y = unpack(bits, format, b);
  const Term is_negative = terms.mk_xor(x.is_negative, y.is_negative);
  const Term is_nan = terms.mk_or(
      {x.is_nan, y.is_nan, terms.mk_and(x.is_zero, y.is_zero), terms.mk_and(x.is_infinite, y.is_infinite)});
  const Term is_infinite = terms.mk_or(x.is_infinite, y.is_zero);
  const Term finite = terms.mk_ite(y.is_infinite, zero_of(bits, format, is_negative),
                                   finite_quotient(bits, format, mode, x, y));
  return terms.mk_ite(is_nan, nan_of(bits, format),
                      terms.mk_ite(is_infinite, infinity_of(bits, format, is_negative), finite));
}

// With the exponent e of a normalised number, the root is sqrt(significand) * 2^(e/2) for even e and
// sqrt(2 * significand) * 2^((e-1)/2) for odd e; it is at least 2^floor(e/2). It needs no normalisation, and
// is subnormal only in formats with very few exponents.
Term square_root_circuit(const Bits& bits, FloatFormat format, Term mode, Term a) {
  TermManager& terms = bits.terms;
  const std::uint32_t precision = format.significand_bits, width = signed_width(format);
  const std::uint32_t bias = bias_of(format);
  const Unpacked x = unpack(bits, format, a);
  const NormalNumber normal = normal_number(bits, format, x);
  const Term exponent = terms.mk_bvsub(normal.exponent, bits.constant(bias, width));
  const Term radicand = terms.mk_ite(bits.bit(exponent, 0), bits.join({normal.significand, bits.zeros(1)}),
                                     bits.join({bits.zeros(1), normal.significand}));
  const Term half = terms.mk_sign_extend(bits.without_low(exponent, 1), 1);
  const Exact exact{
      .is_negative = x.is_negative,
      .height = terms.mk_bvadd(half, bits.constant(bias - 1, width)),
      .significand = root(bits, radicand, precision + 1),
  };
  const Term finite = pack_signed(bits, format, mode, exact);
  const Term is_nan = terms.mk_or(x.is_nan, terms.mk_and(x.is_negative, terms.mk_not(x.is_zero)));
  return terms.mk_ite(is_nan, nan_of(bits, format), terms.mk_ite(x.is_infinite, a, finite));
}

}  // namespace pendulum::term
