#include "term/floating_point/float_terms.h"

#include "base/check.h"
#include "term/signature/kind_info.h"

namespace pendulum::term {

Term FloatTerms::mode(RoundingMode mode) const {
  return terms_.mk_bv(static_cast<std::int64_t>(mode), rounding_mode_width);
}

Term FloatTerms::operation(Kind kind, std::initializer_list<Term> children, std::uint32_t parameter1) const {
  return terms_.mk_float(kind, std::span(children.begin(), children.size()), format_.code(), parameter1);
}

Term FloatTerms::add(Term mode, Term a, Term b) const {
  return operation(Kind::FloatAdd, {mode, a, b});
}
/// IEEE 754, 5.4.1: a - b is a + (-b) for all numbers; the sign of a NaN is not specified.
Term FloatTerms::sub(Term mode, Term a, Term b) const {
  return operation(Kind::FloatAdd, {mode, a, negate(b)});
}
Term FloatTerms::mul(Term mode, Term a, Term b) const {
  return operation(Kind::FloatMul, {mode, a, b});
}
Term FloatTerms::div(Term mode, Term a, Term b) const {
  return operation(Kind::FloatDiv, {mode, a, b});
}
Term FloatTerms::fma(Term mode, Term a, Term b, Term c) const {
  return operation(Kind::FloatFma, {mode, a, b, c});
}
Term FloatTerms::sqrt(Term mode, Term a) const {
  return operation(Kind::FloatSqrt, {mode, a});
}
Term FloatTerms::round_to_integral(Term mode, Term a) const {
  return operation(Kind::FloatRound, {mode, a});
}

Term FloatTerms::to_format(Term mode, Term a, FloatFormat result) const {
  if (result == format_) return a;
  return operation(Kind::FloatToFloat, {mode, a}, result.code());
}
Term FloatTerms::from_signed(Term mode, Term integer) const {
  return operation(Kind::FloatFromSigned, {mode, integer});
}
Term FloatTerms::from_unsigned(Term mode, Term integer) const {
  return operation(Kind::FloatFromUnsigned, {mode, integer});
}
Term FloatTerms::to_signed(Term mode, Term a, std::uint32_t width) const {
  return operation(Kind::FloatToSigned, {mode, a}, width);
}
Term FloatTerms::to_unsigned(Term mode, Term a, std::uint32_t width) const {
  return operation(Kind::FloatToUnsigned, {mode, a}, width);
}

Term FloatTerms::power_of_two(std::uint32_t power) const {
  const std::uint32_t bias = (1U << (format_.exponent_bits - 1)) - 1;
  if (power > bias) return number(format_.infinity());
  return number(mpz_class(power + bias) << format_.fraction_bits());
}

/// -2^(width-1) - 1 < a < 2^(width-1). The bound on the left is a number of the format only if the
/// significand is wide enough; otherwise no number lies between it and -2^(width-1), and the comparison with
/// the latter is exact.
Term FloatTerms::fits_signed(Term a, std::uint32_t width) const {
  const Term limit = power_of_two(width - 1);
  const Term below_limit = lt(a, limit);
  if (limit == number(format_.infinity())) return terms_.mk_and(lt(negate(limit), a), below_limit);
  if (format_.fraction_bits() < width - 1) return terms_.mk_and(le(negate(limit), a), below_limit);
  const mpz_class next = limit.integer_value() + (mpz_class(1) << (format_.fraction_bits() - (width - 1)));
  return terms_.mk_and(lt(negate(number(next)), a), below_limit);
}

/// -1 < a < 2^width.
Term FloatTerms::fits_unsigned(Term a, std::uint32_t width) const {
  return terms_.mk_and(lt(negate(power_of_two(0)), a), lt(a, power_of_two(width)));
}

Term FloatTerms::eq(Term a, Term b) const {
  return operation(Kind::FloatEq, {a, b});
}
Term FloatTerms::lt(Term a, Term b) const {
  return operation(Kind::FloatLt, {a, b});
}
Term FloatTerms::le(Term a, Term b) const {
  return operation(Kind::FloatLe, {a, b});
}
Term FloatTerms::unordered(Term a, Term b) const {
  return terms_.mk_or(is_nan(a), is_nan(b));
}

Term FloatTerms::negate(Term a) const {
  return terms_.mk_bv_binary(Kind::BvXor, a, number(format_.sign_bit()));
}
Term FloatTerms::abs(Term a) const {
  return terms_.mk_bv_binary(Kind::BvAnd, a, number(format_.sign_bit() - 1));
}
Term FloatTerms::copy_sign(Term a, Term sign) const {
  const std::uint32_t top = format_.width() - 1;
  return terms_.mk_concat(terms_.mk_extract(sign, top, top), terms_.mk_extract(a, top - 1, 0));
}
Term FloatTerms::is_negative(Term a) const {
  const std::uint32_t top = format_.width() - 1;
  return terms_.mk_eq(terms_.mk_extract(a, top, top), terms_.mk_bv(1, 1));
}
Term FloatTerms::is_nan(Term a) const {
  return terms_.mk_bvult(number(format_.infinity()), abs(a));
}
Term FloatTerms::is_infinite(Term a) const {
  return terms_.mk_eq(abs(a), number(format_.infinity()));
}
Term FloatTerms::is_finite(Term a) const {
  return terms_.mk_bvult(abs(a), number(format_.infinity()));
}
Term FloatTerms::is_zero(Term a) const {
  return terms_.mk_eq(abs(a), number(0));
}
Term FloatTerms::is_subnormal(Term a) const {
  const Term least_normal = number(mpz_class(1) << format_.fraction_bits());
  return terms_.mk_and(terms_.mk_not(is_zero(a)), terms_.mk_bvult(abs(a), least_normal));
}

Term FloatTerms::with_observable_nan(Term a, Term arbitrary) const {
  const Term is_computed = terms_.mk_eq(abs(a), number(format_.computed_nan()));
  // The exponent of `arbitrary` is replaced by that of NaNs, and its fraction must not be that of an
  // infinity.
  const Term nan = terms_.mk_bv_binary(Kind::BvOr, arbitrary, number(format_.infinity()));
  return terms_.mk_ite(is_computed, terms_.mk_ite(is_nan(nan), nan, number(format_.computed_nan())), a);
}

namespace {

constexpr std::uint32_t x87_leading_bit = 63;

}  // namespace

Term from_x87(TermManager& terms, Term bits) {
  PENDULUM_CHECK(bits.sort().width() == 80, "an x87 number should have 80 bits, not {}", bits.sort().width());
  const Term sign = terms.mk_extract(bits, 79, 79);
  const Term exponent = terms.mk_extract(bits, 78, 64);
  const Term fraction = terms.mk_extract(bits, x87_leading_bit - 1, 0);
  const Term is_leading =
      terms.mk_eq(terms.mk_extract(bits, x87_leading_bit, x87_leading_bit), terms.mk_bv(1, 1));
  const Term is_least = terms.mk_eq(exponent, terms.mk_bv(0, 15));
  const auto number = [&](Term e) { return terms.mk_concat(sign, terms.mk_concat(e, fraction)); };
  const Term invalid = terms.mk_bv(float80.computed_nan(), float80.width());
  const Term without_leading = terms.mk_ite(is_least, number(exponent), invalid);
  const Term with_leading = terms.mk_ite(is_least, number(terms.mk_bv(1, 15)), number(exponent));
  return terms.mk_ite(is_leading, with_leading, without_leading);
}

Term to_x87(TermManager& terms, Term number) {
  PENDULUM_CHECK(number.sort().width() == float80.width(), "a float80 number should have 79 bits, not {}",
                 number.sort().width());
  const Term exponent = terms.mk_extract(number, 77, 63);
  const Term leading =
      terms.mk_ite(terms.mk_eq(exponent, terms.mk_bv(0, 15)), terms.mk_bv(0, 1), terms.mk_bv(1, 1));
  const Term significand = terms.mk_concat(leading, terms.mk_extract(number, 62, 0));
  return terms.mk_concat(terms.mk_extract(number, 78, 78), terms.mk_concat(exponent, significand));
}

}  // namespace pendulum::term
