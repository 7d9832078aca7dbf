// Multiplication. At most one operand is normalised: if both are subnormal, the height of the product is not
// positive after one normalisation, and then the product may have leading zeros. (The height of the product
// of the smallest exponents is 2 - bias <= 1, and the normalisation of a subnormal number subtracts at
// least 1.)
//
// The product of two significands in [1, 2) has two bits before the binary point. It belongs to the height
// exponent(a) + exponent(b) - bias. If its first bit is 0, it is shifted to the left by one.
#include "term/floating_point/circuits.h"

namespace pendulum::term {

namespace {

/// A constant operand becomes the second one, which is normalised only if it is subnormal.
void put_constant_last(Term& a, Term& b) {
  if (a.is_value() && !b.is_value()) std::swap(a, b);
}

Term finite_product(const Bits& bits, FloatFormat format, Term mode, const Unpacked& a, const Unpacked& b) {
  TermManager& terms = bits.terms;
  const std::uint32_t precision = format.significand_bits, width = signed_width(format);
  const Term b_is_subnormal = bits.none(b.field);
  const auto [first, amount] = bits.normalize(terms.mk_ite(b_is_subnormal, b.significand, a.significand));
  const Term second = terms.mk_ite(b_is_subnormal, a.significand, b.significand);
  const Term product = terms.mk_bvmul(bits.extend(first, 2 * precision), bits.extend(second, 2 * precision));

  const Term exponents = terms.mk_bvadd(bits.extend(a.exponent, width), bits.extend(b.exponent, width));
  const Term subtracted = terms.mk_bvadd(bits.extend(amount, width), bits.constant(bias_of(format), width));
  const Term height = terms.mk_bvsub(exponents, subtracted);

  const Term kept = bits.with_sticky(product, precision + 3);
  const Term is_shifted = terms.mk_not(bits.top_bit(kept));
  const Exact exact{
      .is_negative = terms.mk_xor(a.is_negative, b.is_negative),
      .height = terms.mk_bvsub(height, bits.extend(bits.word(is_shifted), width)),
      .significand =
          terms.mk_ite(is_shifted, bits.low(kept, precision + 2), bits.with_sticky(kept, precision + 2)),
  };
  return pack_signed(bits, format, mode, exact);
}

}  // namespace

Term multiply_circuit(const Bits& bits, FloatFormat format, Term mode, Term a, Term b) {
  TermManager& terms = bits.terms;
  put_constant_last(a, b);
  const Unpacked x = unpack(bits, format, a), y = unpack(bits, format, b);
  const Term is_nan = terms.mk_or(
      {x.is_nan, y.is_nan, terms.mk_and(x.is_zero, y.is_infinite), terms.mk_and(x.is_infinite, y.is_zero)});
  const Term is_infinite = terms.mk_or(x.is_infinite, y.is_infinite);
  const Term infinite = infinity_of(bits, format, terms.mk_xor(x.is_negative, y.is_negative));
  const Term finite = finite_product(bits, format, mode, x, y);
  return terms.mk_ite(is_nan, nan_of(bits, format), terms.mk_ite(is_infinite, infinite, finite));
}

}  // namespace pendulum::term
