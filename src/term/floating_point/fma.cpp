// a * b + c with one rounding. The exact product has 2 * significand_bits bits, and c is extended to as many.
// Both are normalised and added like the operands of an addition (add.cpp), where the three additional bits
// suffice for the same reasons. The sum is normalised again, and shifted to the right if it is subnormal.
#include "term/floating_point/circuits.h"

namespace pendulum::term {

namespace {

/// A summand: significand * 2^(exponent - bias), where the significand has one bit before the binary point.
struct Summand {
  Term is_negative;
  Term exponent;     ///< signed; the least number if the significand is 0
  Term significand;  ///< 2 * significand_bits; the leading bit is 1 unless all bits are 0
};

std::uint32_t exponent_width(FloatFormat format) {
  return signed_width(format) + 1;
}

Term exponent_of_summand(const Bits& bits, FloatFormat format, Term exponent, Term significand) {
  const std::uint32_t width = exponent_width(format);
  const Term least = bits.constant(mpz_class(1) << (width - 1), width);
  return bits.terms.mk_ite(bits.none(significand), least, exponent);
}

Summand product_of(const Bits& bits, FloatFormat format, const Unpacked& a, const Unpacked& b) {
  TermManager& terms = bits.terms;
  const std::uint32_t product_bits = 2 * format.significand_bits, width = exponent_width(format);
  const NormalNumber x = normal_number(bits, format, a), y = normal_number(bits, format, b);
  const Term product =
      terms.mk_bvmul(bits.extend(x.significand, product_bits), bits.extend(y.significand, product_bits));
  const Term is_large = bits.top_bit(product);  // the product of the significands is at least 2
  const Term sum = terms.mk_bvadd(terms.mk_sign_extend(x.exponent, 1), terms.mk_sign_extend(y.exponent, 1));
  const Term bias = bits.constant(bias_of(format), width);
  const Term exponent = terms.mk_bvadd(terms.mk_bvsub(sum, bias), bits.extend(bits.word(is_large), width));
  const Term significand =
      terms.mk_ite(is_large, product, bits.append_zeros(bits.low(product, product_bits - 1), 1));
  return {terms.mk_xor(a.is_negative, b.is_negative),
          exponent_of_summand(bits, format, exponent, significand), significand};
}

Summand summand_of(const Bits& bits, FloatFormat format, const Unpacked& c) {
  const NormalNumber z = normal_number(bits, format, c);
  const Term significand = bits.append_zeros(z.significand, format.significand_bits);
  const Term exponent = bits.terms.mk_sign_extend(z.exponent, 1);
  return {c.is_negative, exponent_of_summand(bits, format, exponent, significand), significand};
}

Term rounded_sum(const Bits& bits, FloatFormat format, Term mode, const Summand& a, const Summand& b) {
  TermManager& terms = bits.terms;
  const std::uint32_t width = exponent_width(format);
  const Term is_swapped = terms.mk_or(
      terms.mk_bvslt(a.exponent, b.exponent),
      terms.mk_and(terms.mk_eq(a.exponent, b.exponent), terms.mk_bvult(a.significand, b.significand)));
  const auto larger = [&](Term Summand::* part) { return terms.mk_ite(is_swapped, b.*part, a.*part); };
  const auto smaller = [&](Term Summand::* part) { return terms.mk_ite(is_swapped, a.*part, b.*part); };
  const Term is_difference = terms.mk_xor(a.is_negative, b.is_negative);
  // The difference of the exponents is not negative, but may need the sign bit.
  const Term exponent = larger(&Summand::exponent);
  const Term distance = terms.mk_bvsub(exponent, smaller(&Summand::exponent));
  const Term aligned =
      bits.shift_right_sticky(bits.append_zeros(smaller(&Summand::significand), 3), distance);
  const std::uint32_t sum_bits = 2 * format.significand_bits + 4;
  const Term sum = bits.add_or_subtract(
      is_difference, bits.extend(bits.append_zeros(larger(&Summand::significand), 3), sum_bits),
      bits.extend(aligned, sum_bits));
  const auto [normalized, amount] = bits.normalize(sum);
  const Term is_cancelled = terms.mk_and(is_difference, bits.none(sum));
  // The first bit of the sum is that of the carry, whose height is the exponent of the larger summand.
  const Exact exact{
      .is_negative = terms.mk_ite(is_cancelled, is_mode(bits, mode, RoundingMode::Downward),
                                  larger(&Summand::is_negative)),
      .height = terms.mk_bvsub(exponent, bits.extend(amount, width)),
      .significand = bits.with_sticky(normalized, format.significand_bits + 2),
  };
  return pack_signed(bits, format, mode, exact);
}

}  // namespace

Term fma_circuit(const Bits& bits, FloatFormat format, Term mode, Term a, Term b, Term c) {
  TermManager& terms = bits.terms;
  const Unpacked x = unpack(bits, format, a), y = unpack(bits, format, b), z = unpack(bits, format, c);
  const Term product_is_negative = terms.mk_xor(x.is_negative, y.is_negative);
  const Term product_is_infinite = terms.mk_or(x.is_infinite, y.is_infinite);
  const Term is_nan = terms.mk_or(
      {x.is_nan, y.is_nan, z.is_nan, terms.mk_and(x.is_zero, y.is_infinite),
       terms.mk_and(x.is_infinite, y.is_zero),
       terms.mk_and({product_is_infinite, z.is_infinite, terms.mk_xor(product_is_negative, z.is_negative)})});
  const Term finite =
      rounded_sum(bits, format, mode, product_of(bits, format, x, y), summand_of(bits, format, z));
  const Term infinite = infinity_of(bits, format, product_is_negative);
  return terms.mk_ite(is_nan, nan_of(bits, format),
                      terms.mk_ite(product_is_infinite, infinite, terms.mk_ite(z.is_infinite, c, finite)));
}

}  // namespace pendulum::term
