// Conversions between formats, to and from integers, and to integral numbers. Each one needs a single
// shifter.
#include "base/check.h"
#include "term/floating_point/circuits.h"

namespace pendulum::term {

namespace {

/// Conversion of a finite number. With more exponents, the result may be normal although the operand is
/// subnormal, and no result is too small or too large. With fewer exponents, it may be subnormal although the
/// operand is normal; the height of subnormal operands is then not positive, so that they need no
/// normalisation. In both cases only one of the two shifts is needed. If the result has at least as many
/// bits, the guard bit and the sticky bit are constants, and the rounder disappears.
Term convert_finite(const Bits& bits, FloatFormat from, FloatFormat to, Term mode, const Unpacked& number) {
  TermManager& terms = bits.terms;
  const std::uint32_t width = std::max(from.exponent_bits, to.exponent_bits) + 2;
  const std::uint32_t kept = to.significand_bits + 2;
  const Term exponent = bits.extend(number.exponent, width);
  const mpz_class offset = mpz_class(bias_of(to)) - bias_of(from) - 1;
  const Term height = terms.mk_bvadd(exponent, bits.constant(offset, width));
  if (to.exponent_bits > from.exponent_bits) {
    const auto [significand, rest] =
        bits.normalize_within(number.significand, bits.low(height, to.exponent_bits));
    const Exact exact{number.is_negative, rest, bits.with_sticky(significand, kept)};
    return pack(bits, to, mode, exact, Range::Bounded);
  }
  const Exact exact{number.is_negative, height, bits.with_sticky(number.significand, kept)};
  if (to.exponent_bits < from.exponent_bits) return pack_signed(bits, to, mode, exact);
  return pack(bits, to, mode, {exact.is_negative, bits.low(height, to.exponent_bits), exact.significand},
              Range::Unbounded);
}

/// Conversion of a magnitude. The height of the leading bit of an integer with n bits is bias + n - 2; it is
/// not negative for integers other than 0.
Term from_magnitude(const Bits& bits, FloatFormat format, Term mode, Term is_negative, Term magnitude) {
  const std::uint32_t n = Bits::width(magnitude), top = bias_of(format) + n - 2;
  const auto [significand, amount] = bits.normalize(magnitude);
  // One bit more, because the height must be less than the largest value of its width.
  const std::uint32_t width = std::max(bits_of_number(top) + 1, Bits::width(amount));
  const Exact exact{
      .is_negative = is_negative,
      .height = bits.terms.mk_bvsub(bits.constant(top, width), bits.extend(amount, width)),
      .significand = bits.with_sticky(significand, format.significand_bits + 2),
  };
  return pack(bits, format, mode, exact, n <= bias_of(format) ? Range::Bounded : Range::Unbounded);
}

bool is_truncation(Term mode) {
  return mode.is_value() && mode.integer_value() == static_cast<int>(RoundingMode::TowardZero);
}

/// A magnitude rounded to an integer.
struct RoundedInteger {
  Term fits;   ///< the integer has `width` bits
  Term value;  ///< if it fits
};

/// The significand is placed so that its leading bit has the weight 2^(width-1), and shifted to the right by
/// width - 1 - (exponent - bias). A negative distance means that the number does not fit. Two additional bits
/// determine the rounding; truncation does not need them.
RoundedInteger to_magnitude(const Bits& bits, FloatFormat format, Term mode, const Unpacked& number,
                            std::uint32_t width) {
  TermManager& terms = bits.terms;
  const std::uint32_t limit = bias_of(format) + width - 1;
  const std::uint32_t distance_bits = std::max(format.exponent_bits, bits_of_number(limit)) + 1;
  const Term distance =
      terms.mk_bvsub(bits.constant(limit, distance_bits), bits.extend(number.exponent, distance_bits));
  const Term fits = terms.mk_and(terms.mk_not(bits.all(number.field)), terms.mk_not(bits.top_bit(distance)));
  if (is_truncation(mode)) {
    const std::uint32_t precision = format.significand_bits;
    const Term placed = precision >= width ? bits.high(number.significand, width)
                                           : bits.append_zeros(number.significand, width - precision);
    const std::uint32_t common = std::max(width, distance_bits);
    const Term shifted =
        terms.mk_bv_binary(Kind::BvLshr, bits.extend(placed, common), bits.extend(distance, common));
    return {fits, bits.low(shifted, width)};
  }
  const Term placed = bits.with_sticky(number.significand, width + 2);
  const Term shifted = bits.shift_right_sticky(placed, distance);
  const Term increment = rounds_up(bits, mode, number.is_negative, bits.bit(shifted, 2), bits.bit(shifted, 1),
                                   bits.bit(shifted, 0));
  const Term rounded = terms.mk_bvadd(bits.extend(bits.high(shifted, width), width + 1),
                                      bits.extend(bits.word(increment), width + 1));
  return {terms.mk_and(fits, terms.mk_not(bits.top_bit(rounded))), bits.low(rounded, width)};
}

}  // namespace

Term convert_circuit(const Bits& bits, FloatFormat format, FloatFormat result, Term mode, Term a) {
  TermManager& terms = bits.terms;
  const Unpacked number = unpack(bits, format, a);
  const Term finite = convert_finite(bits, format, result, mode, number);
  const Term infinite = infinity_of(bits, result, number.is_negative);
  return terms.mk_ite(number.is_nan, nan_of(bits, result),
                      terms.mk_ite(bits.all(number.field), infinite, finite));
}

Term from_unsigned_circuit(const Bits& bits, FloatFormat format, Term mode, Term integer) {
  return from_magnitude(bits, format, mode, bits.terms.mk_false(), integer);
}

Term from_signed_circuit(const Bits& bits, FloatFormat format, Term mode, Term integer) {
  TermManager& terms = bits.terms;
  const Term is_negative = bits.top_bit(integer);
  const Term magnitude = terms.mk_ite(is_negative, terms.mk_bvneg(integer), integer);
  return from_magnitude(bits, format, mode, is_negative, magnitude);
}

/// A negative number that is not rounded to 0 does not fit; in both cases the result is 0.
Term to_unsigned_circuit(const Bits& bits, FloatFormat format, Term mode, Term a, std::uint32_t width) {
  TermManager& terms = bits.terms;
  const Unpacked number = unpack(bits, format, a);
  const RoundedInteger integer = to_magnitude(bits, format, mode, number, width);
  return bits.only_if(terms.mk_and(integer.fits, terms.mk_not(number.is_negative)), integer.value);
}

/// With the sign, the integer fits iff its top bit is the sign. The integer 0 with a negative sign is an
/// exception, but the result is 0 in any case.
Term to_signed_circuit(const Bits& bits, FloatFormat format, Term mode, Term a, std::uint32_t width) {
  TermManager& terms = bits.terms;
  const Unpacked number = unpack(bits, format, a);
  const RoundedInteger integer = to_magnitude(bits, format, mode, number, width);
  const Term value = terms.mk_ite(number.is_negative, terms.mk_bvneg(integer.value), integer.value);
  const Term is_same_sign = terms.mk_eq(bits.top_bit(value), number.is_negative);
  return bits.only_if(terms.mk_and(integer.fits, is_same_sign), value);
}

namespace {

/// The bits that determine the rounding: the lowest bit that is kept, the next one, and whether any later bit
/// is set.
struct LowBits {
  Term lowest, guard, sticky;
};

/// Of a number below 1: the guard bit has the weight 1/2. With bias 1, the numbers below 1 are subnormal, and
/// their first fraction bit has this weight.
LowBits low_bits_below_one(const Bits& bits, FloatFormat format, const Unpacked& number, Term fraction) {
  TermManager& terms = bits.terms;
  if (bias_of(format) == 1) {
    const Term sticky = format.fraction_bits() == 1
                            ? terms.mk_false()
                            : bits.any(bits.low(fraction, format.fraction_bits() - 1));
    return {terms.mk_false(), bits.top_bit(fraction), sticky};
  }
  const Term is_half = terms.mk_eq(number.field, bits.constant(bias_of(format) - 1, format.exponent_bits));
  return {terms.mk_false(), is_half, terms.mk_ite(is_half, bits.any(fraction), terms.mk_not(number.is_zero))};
}

/// Of a number of at least 1, with the mask `tail` of the fraction bits that have to be cleared.
LowBits low_bits_above_tail(const Bits& bits, Term magnitude, Term tail) {
  TermManager& terms = bits.terms;
  const std::uint32_t n = Bits::width(tail);
  const auto any_of = [&](Term mask, Term word) {
    return bits.any(terms.mk_bv_binary(Kind::BvAnd, mask, word));
  };
  const auto without = [&](Term mask, Term other) {
    return terms.mk_bv_binary(Kind::BvAnd, mask, terms.mk_bvnot(bits.extend(other, Bits::width(mask))));
  };
  const Term fraction = bits.low(magnitude, n);
  const Term after_guard = n == 1 ? bits.zeros(1) : bits.extend(bits.without_low(tail, 1), n);
  return {any_of(without(bits.join({tail, bits.ones(1)}), tail), bits.low(magnitude, n + 1)),
          any_of(without(tail, after_guard), fraction), any_of(after_guard, fraction)};
}

}  // namespace

// The bits of the fraction that have to be cleared are the low ones: all of them if the exponent is that of
// 1, one less for each greater exponent. A mask `tail` contains them. An increment of the encoding with these
// bits set runs through them to the lowest bit that is kept, and may run into the exponent, as in pack(). The
// lowest bit of the numbers in [1, 2) is the leading bit; it is also the lowest bit of their exponent, since
// the bias is odd. Numbers below 1 become 0 or 1.
Term round_circuit(const Bits& bits, FloatFormat format, Term mode, Term a) {
  TermManager& terms = bits.terms;
  const std::uint32_t fraction_bits = format.fraction_bits(), magnitude_bits = format.width() - 1;
  const Unpacked number = unpack(bits, format, a);
  const Term magnitude = bits.low(a, magnitude_bits);
  const Term bias = bits.constant(bias_of(format), format.exponent_bits);
  const std::uint32_t common = std::max(fraction_bits, format.exponent_bits);
  const Term exponent = bits.extend(terms.mk_bvsub(number.field, bias), common);
  const Term all = bits.extend(bits.ones(fraction_bits), common);
  const Term tail = bits.low(terms.mk_bv_binary(Kind::BvLshr, all, exponent), fraction_bits);

  const Term is_small = terms.mk_bvult(number.field, bias);
  const LowBits small = low_bits_below_one(bits, format, number, bits.low(magnitude, fraction_bits));
  const LowBits large = low_bits_above_tail(bits, magnitude, tail);
  const auto choose = [&](Term LowBits::* part) { return terms.mk_ite(is_small, small.*part, large.*part); };
  const Term increment = rounds_up(bits, mode, number.is_negative, choose(&LowBits::lowest),
                                   choose(&LowBits::guard), choose(&LowBits::sticky));

  const Term wide_tail = bits.extend(tail, magnitude_bits);
  const Term incremented = terms.mk_bvadd(terms.mk_bv_binary(Kind::BvOr, magnitude, wide_tail),
                                          bits.extend(bits.word(increment), magnitude_bits));
  const Term cleared = terms.mk_bv_binary(Kind::BvAnd, incremented, terms.mk_bvnot(wide_tail));
  const Term one = bits.constant(mpz_class(bias_of(format)) << fraction_bits, magnitude_bits);
  const Term rounded = terms.mk_ite(is_small, bits.only_if(increment, one), cleared);
  return terms.mk_ite(number.is_nan, nan_of(bits, format),
                      bits.join({bits.word(number.is_negative), rounded}));
}

}  // namespace pendulum::term
