// Comparisons. Encodings without their signs are ordered like the magnitudes, infinities included, so numbers
// are compared as signed magnitudes. NaNs and the two zeros are exceptions.
#include "term/floating_point/circuits.h"

namespace pendulum::term {

namespace {

struct Comparison {
  Term is_ordered;  ///< no operand is NaN
  Term are_zeros;   ///< both operands are zeros
  Term a_is_negative, b_is_negative;
  Term a_magnitude, b_magnitude;
};

Comparison compare(const Bits& bits, FloatFormat format, Term a, Term b) {
  TermManager& terms = bits.terms;
  const Unpacked left = unpack(bits, format, a), right = unpack(bits, format, b);
  return {
      .is_ordered = terms.mk_and(terms.mk_not(left.is_nan), terms.mk_not(right.is_nan)),
      .are_zeros = terms.mk_and(left.is_zero, right.is_zero),
      .a_is_negative = left.is_negative,
      .b_is_negative = right.is_negative,
      .a_magnitude = bits.low(a, format.width() - 1),
      .b_magnitude = bits.low(b, format.width() - 1),
  };
}

}  // namespace

Term equal_circuit(const Bits& bits, FloatFormat format, Term a, Term b) {
  TermManager& terms = bits.terms;
  const Unpacked left = unpack(bits, format, a), right = unpack(bits, format, b);
  const Term is_same = terms.mk_and(terms.mk_eq(a, b), terms.mk_not(left.is_nan));
  return terms.mk_or(is_same, terms.mk_and(left.is_zero, right.is_zero));
}

Term less_circuit(const Bits& bits, FloatFormat format, Term a, Term b) {
  TermManager& terms = bits.terms;
  const Comparison c = compare(bits, format, a, b);
  const Term if_negative =
      terms.mk_ite(c.b_is_negative, terms.mk_bvult(c.b_magnitude, c.a_magnitude), terms.mk_not(c.are_zeros));
  const Term if_positive =
      terms.mk_and(terms.mk_not(c.b_is_negative), terms.mk_bvult(c.a_magnitude, c.b_magnitude));
  return terms.mk_and(c.is_ordered, terms.mk_ite(c.a_is_negative, if_negative, if_positive));
}

/// For ordered operands, a <= b iff not b < a.
Term less_equal_circuit(const Bits& bits, FloatFormat format, Term a, Term b) {
  TermManager& terms = bits.terms;
  const Term is_ordered = compare(bits, format, a, b).is_ordered;
  return terms.mk_and(is_ordered, terms.mk_not(less_circuit(bits, format, b, a)));
}

}  // namespace pendulum::term
