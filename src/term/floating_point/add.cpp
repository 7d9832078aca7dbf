// Addition. The operands are ordered by magnitude, and the significand of the smaller one is shifted to the
// exponent of the larger one. Both have three more bits, of which the last one is sticky.
//
// Three bits suffice. Let d be the difference of the exponents. If d <= 1, no bit after the first additional
// one is set, so the sum is exact. If d >= 2, a difference of the significands loses at most one leading bit,
// since the larger operand is normal; after the shift by one, the kept bits, the guard bit and the sticky bit
// are available. The sticky bit represents a tail t, 0 < t < 2, in units of its weight. Subtracting 1 instead
// of t borrows from the bits before in the same way and leaves a nonzero tail again.
//
// The sum has one more leading bit for the carry, and belongs to the height `exponent` of the larger operand,
// which is the height of the larger operand plus 1. The shift to the left is limited by the height, so
// subnormal operands and results need no special treatment, and no result has to be shifted to the right:
// sums below the normal numbers are exact.
#include "term/floating_point/circuits.h"

namespace pendulum::term {

Term add_circuit(const Bits& bits, FloatFormat format, Term mode, Term a, Term b) {
  TermManager& terms = bits.terms;
  const std::uint32_t magnitude_bits = format.width() - 1, precision = format.significand_bits;
  const Term is_swapped = terms.mk_bvult(bits.low(a, magnitude_bits), bits.low(b, magnitude_bits));
  const Term larger_number = terms.mk_ite(is_swapped, b, a);
  const Unpacked larger = unpack(bits, format, larger_number);
  const Unpacked smaller = unpack(bits, format, terms.mk_ite(is_swapped, a, b));
  const Term is_difference = terms.mk_xor(larger.is_negative, smaller.is_negative);

  const Term distance = terms.mk_bvsub(larger.exponent, smaller.exponent);
  const Term aligned = bits.shift_right_sticky(bits.append_zeros(smaller.significand, 3), distance);
  const std::uint32_t sum_bits = precision + 4;
  const Term sum =
      bits.add_or_subtract(is_difference, bits.extend(bits.append_zeros(larger.significand, 3), sum_bits),
                           bits.extend(aligned, sum_bits));

  // IEEE 754-2019, 6.3: the sum of opposite numbers is +0, or -0 if the rounding direction is downward.
  const Term is_cancelled = terms.mk_and(is_difference, bits.none(sum));
  const Term is_negative =
      terms.mk_ite(is_cancelled, is_mode(bits, mode, RoundingMode::Downward), larger.is_negative);
  const auto [significand, height] = bits.normalize_within(sum, larger.exponent);
  const Exact exact{is_negative, height, bits.with_sticky(significand, precision + 2)};
  const Term finite = pack(bits, format, mode, exact, Range::Unbounded);

  // If an operand is infinite or NaN, so is the larger one.
  const Term is_special = bits.all(larger.field);
  const Term is_nan = terms.mk_or(larger.is_nan, terms.mk_and(smaller.is_infinite, is_difference));
  return terms.mk_ite(is_special, terms.mk_ite(is_nan, nan_of(bits, format), larger_number), finite);
}

}  // namespace pendulum::term
