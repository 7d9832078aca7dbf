#include "term/ieee754/evaluate_float.h"

#include "base/check.h"
#include "term/ieee754/float_arithmetic.h"
#include "term/ieee754/rounding.h"
#include "term/signature/float_kind.h"
#include "term/signature/kind_info.h"

namespace pendulum::term {

namespace {

mpz_class two_to_power(std::uint32_t exponent) {
  return mpz_class(1) << exponent;
}

/// Returns the number that the low `width` bits mean in two's complement.
mpz_class signed_number(const mpz_class& bits, std::uint32_t width) {
  return bits >= two_to_power(width - 1) ? mpz_class(bits - two_to_power(width)) : bits;
}

/// An unsigned integer of `width` bits has width + 1 bits in two's complement, and is not negative.
mpz_class to_bits(bool is_signed, FloatFormat format, RoundingMode mode, const mpz_class& a,
                  std::uint32_t width) {
  const auto integer = to_integer(format, mode, a, is_signed ? width : width + 1);
  if (!integer || (!is_signed && *integer < 0)) return 0;
  return *integer < 0 ? mpz_class(*integer + two_to_power(width)) : *integer;
}

}  // namespace

mpz_class evaluate_float(const FloatOperator& op, std::span<const mpz_class> operands) {
  PENDULUM_CHECK(is_float_operator(op.kind), "{} should be an operator on floating-point numbers",
                 name_of(op.kind));
  PENDULUM_CHECK(arity(op.kind).contains(operands.size()), "'{}' should not have {} operands",
                 name_of(op.kind), operands.size());
  const FloatFormat format = FloatFormat::from_code(op.parameter0);
  const RoundingMode mode =
      is_float_comparison(op.kind) ? RoundingMode::NearestEven : rounding_mode(operands[0].get_ui());
  const FloatArithmetic arithmetic(format, mode);
  switch (static_cast<FloatKind>(op.kind)) {
    case FloatKind::FloatAdd:
      return arithmetic.add(operands[1], operands[2]);
    case FloatKind::FloatMul:
      return arithmetic.mul(operands[1], operands[2]);
    case FloatKind::FloatDiv:
      return arithmetic.div(operands[1], operands[2]);
    case FloatKind::FloatFma:
      return arithmetic.fma(operands[1], operands[2], operands[3]);
    case FloatKind::FloatSqrt:
      return arithmetic.sqrt(operands[1]);
    case FloatKind::FloatRound:
      return arithmetic.round_to_integral(operands[1]);
    case FloatKind::FloatToFloat:
      return FloatArithmetic(FloatFormat::from_code(op.parameter1), mode).from_float(format, operands[1]);
    case FloatKind::FloatFromSigned:
      return arithmetic.from_integer(signed_number(operands[1], op.integer_width));
    case FloatKind::FloatFromUnsigned:
      return arithmetic.from_integer(operands[1]);
    case FloatKind::FloatToSigned:
      return to_bits(true, format, mode, operands[1], op.parameter1);
    case FloatKind::FloatToUnsigned:
      return to_bits(false, format, mode, operands[1], op.parameter1);
    case FloatKind::FloatEq:
      return float_eq(format, operands[0], operands[1]) ? 1 : 0;
    case FloatKind::FloatLt:
      return float_lt(format, operands[0], operands[1]) ? 1 : 0;
    case FloatKind::FloatLe:
      return float_le(format, operands[0], operands[1]) ? 1 : 0;
  }
  PENDULUM_UNREACHABLE();
}

}  // namespace pendulum::term
