#include "term/floating_point/unpack.h"

#include "base/check.h"

namespace pendulum::term {

Unpacked unpack(const Bits& bits, FloatFormat format, Term number) {
  TermManager& terms = bits.terms;
  const Term field = bits.high(bits.low(number, format.width() - 1), format.exponent_bits);
  const Term fraction = bits.low(number, format.fraction_bits());
  const Term is_least = bits.none(field), is_fraction = bits.any(fraction), is_special = bits.all(field);
  return {
      .is_negative = bits.top_bit(number),
      .field = field,
      .exponent = bits.join(
          {bits.high(field, format.exponent_bits - 1), bits.word(terms.mk_or(is_least, bits.bit(field, 0)))}),
      .significand = bits.join({bits.word(terms.mk_not(is_least)), fraction}),
      .is_zero = terms.mk_and(is_least, terms.mk_not(is_fraction)),
      .is_infinite = terms.mk_and(is_special, terms.mk_not(is_fraction)),
      .is_nan = terms.mk_and(is_special, is_fraction),
  };
}

NormalNumber normal_number(const Bits& bits, FloatFormat format, const Unpacked& number) {
  const auto [significand, amount] = bits.normalize(number.significand);
  const std::uint32_t width = signed_width(format);
  return {bits.terms.mk_bvsub(bits.extend(number.exponent, width), bits.extend(amount, width)), significand};
}

Term nan_of(const Bits& bits, FloatFormat format) {
  return bits.constant(format.computed_nan(), format.width());
}

Term infinity_of(const Bits& bits, FloatFormat format, Term is_negative) {
  return bits.join({bits.word(is_negative), bits.constant(format.infinity(), format.width() - 1)});
}

Term zero_of(const Bits& bits, FloatFormat format, Term is_negative) {
  return bits.join({bits.word(is_negative), bits.zeros(format.width() - 1)});
}

Term is_mode(const Bits& bits, Term mode, RoundingMode direction) {
  PENDULUM_CHECK(direction != RoundingMode::NearestEven, "several numbers mean NearestEven");
  return bits.terms.mk_eq(mode, bits.constant(static_cast<int>(direction), rounding_mode_width));
}

Term rounds_up(const Bits& bits, Term mode, Term is_negative, Term lowest, Term guard, Term sticky) {
  TermManager& terms = bits.terms;
  const Term is_inexact = terms.mk_or(guard, sticky);
  const auto choose = [&](RoundingMode direction, Term result, Term otherwise) {
    return terms.mk_ite(is_mode(bits, mode, direction), result, otherwise);
  };
  Term result = terms.mk_and(guard, terms.mk_or(lowest, sticky));
  result = choose(RoundingMode::NearestAway, guard, result);
  result = choose(RoundingMode::Downward, terms.mk_and(is_negative, is_inexact), result);
  result = choose(RoundingMode::Upward, terms.mk_and(terms.mk_not(is_negative), is_inexact), result);
  return choose(RoundingMode::TowardZero, terms.mk_false(), result);
}

namespace {

/// The magnitude that replaces a magnitude of at least infinity: infinity, or the largest number if the
/// rounding direction is toward zero for this sign (IEEE 754-2019, 7.4).
Term overflowed(const Bits& bits, FloatFormat format, Term mode, Term is_negative) {
  TermManager& terms = bits.terms;
  const Term is_largest =
      terms.mk_or({is_mode(bits, mode, RoundingMode::TowardZero),
                   terms.mk_and(is_mode(bits, mode, RoundingMode::Upward), is_negative),
                   terms.mk_and(is_mode(bits, mode, RoundingMode::Downward), terms.mk_not(is_negative))});
  const std::uint32_t width = format.width() - 1;
  return terms.mk_ite(is_largest, bits.constant(format.infinity() - 1, width),
                      bits.constant(format.infinity(), width));
}

}  // namespace

// One adder computes height * 2^fraction_bits + significand + increment: the fraction is part of the first
// summand, and the second one consists of the leading bit, zeros, and the increment. A significand of 0 makes
// the height 0, so that the result is zero.
Term pack(const Bits& bits, FloatFormat format, Term mode, const Exact& number, Range range) {
  TermManager& terms = bits.terms;
  const std::uint32_t fraction_bits = format.fraction_bits(), exponent_bits = format.exponent_bits;
  PENDULUM_CHECK(Bits::width(number.significand) == format.significand_bits + 2,
                 "a significand should have {} bits, not {}", format.significand_bits + 2,
                 Bits::width(number.significand));
  const Term leading = bits.top_bit(number.significand);
  const Term fraction = bits.without_low(bits.low(number.significand, fraction_bits + 2), 2);
  const Term increment = rounds_up(bits, mode, number.is_negative, bits.bit(fraction, 0),
                                   bits.bit(number.significand, 1), bits.bit(number.significand, 0));
  const std::uint32_t height_bits = std::max(exponent_bits, Bits::width(number.height));
  const Term base = bits.join({bits.extend(bits.only_if(leading, number.height), height_bits), fraction});
  const Term added =
      bits.join({bits.word(leading), fraction_bits == 1 ? Term() : bits.zeros(fraction_bits - 1),
                 bits.word(increment)});
  const Term encoded = terms.mk_bvadd(base, bits.extend(added, height_bits + fraction_bits));
  Term magnitude = bits.low(encoded, format.width() - 1);
  if (range == Range::Unbounded) {
    Term is_overflow = bits.all(bits.high(magnitude, exponent_bits));
    if (height_bits > exponent_bits)
      is_overflow = terms.mk_or(is_overflow, bits.any(bits.high(encoded, height_bits - exponent_bits)));
    magnitude = terms.mk_ite(is_overflow, overflowed(bits, format, mode, number.is_negative), magnitude);
  }
  return bits.join({bits.word(number.is_negative), magnitude});
}

Term pack_signed(const Bits& bits, FloatFormat format, Term mode, const Exact& number) {
  TermManager& terms = bits.terms;
  const Term is_below = bits.top_bit(number.height);
  const std::uint32_t width = Bits::width(number.height) - 1;
  const Term distance = bits.only_if(is_below, terms.mk_bvneg(number.height));
  const Exact shifted{
      .is_negative = number.is_negative,
      .height = bits.only_if(terms.mk_not(is_below), bits.low(number.height, width)),
      .significand = bits.shift_right_sticky(number.significand, distance),
  };
  return pack(bits, format, mode, shifted, Range::Unbounded);
}

}  // namespace pendulum::term
