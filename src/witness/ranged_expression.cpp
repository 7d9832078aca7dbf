#include "witness/ranged_expression.h"

#include "base/check.h"

namespace pendulum::witness {

namespace {

using program::Variable;
using enum ArithmeticType;

unsigned bits_of(ArithmeticType type) {
  return type == Int || type == Unsigned ? 32 : 64;
}
bool is_signed(ArithmeticType type) {
  return type == Int || type == LongLong;
}
mpz_class lowest(ArithmeticType type) {
  return is_signed(type) ? mpz_class(-power_of_two(bits_of(type) - 1)) : mpz_class(0);
}
mpz_class highest(ArithmeticType type) {
  return power_of_two(is_signed(type) ? bits_of(type) - 1 : bits_of(type)) - 1;
}

std::string cast_to(ArithmeticType type) {
  switch (type) {
    case Int:
      return "(int)";
    case Unsigned:
      return "(unsigned int)";
    case LongLong:
      return "(long long)";
    case UnsignedLongLong:
      return "(unsigned long long)";
  }
  PENDULUM_UNREACHABLE();
}

/// The cast to the type of `width` bits; null if there is none.
const char* cast_to(unsigned width, bool is_signed) {
  switch (width) {
    case 8:
      return is_signed ? "(signed char)" : "(unsigned char)";
    case 16:
      return is_signed ? "(short)" : "(unsigned short)";
    case 32:
      return is_signed ? "(int)" : "(unsigned int)";
    case 64:
      return is_signed ? "(long long)" : "(unsigned long long)";
    default:
      return nullptr;
  }
}

/// The type of an operand of `width` bits after the integer promotions (C17 6.3.1.1p2).
ArithmeticType promoted(unsigned width, bool is_signed) {
  if (width < 32) return Int;
  if (width == 32) return is_signed ? Int : Unsigned;
  return is_signed ? LongLong : UnsignedLongLong;
}

}  // namespace

mpz_class power_of_two(unsigned bits) {
  return mpz_class(1) << bits;
}

bool RangedExpression::fits(ArithmeticType other) const {
  PENDULUM_CHECK(low <= high, "the range of {} should not be empty", text);
  return is_within(lowest(other), highest(other));
}

RangedExpression converted(RangedExpression value, ArithmeticType type) {
  PENDULUM_CHECK(value.fits(type), "the value of {} should fit into the type {}", value.text, cast_to(type));
  if (value.type != type) value.text = cast_to(type) + value.text;
  value.type = type;
  return value;
}

bool unify(RangedExpression& a, RangedExpression& b) {
  for (const ArithmeticType type : {Int, Unsigned, LongLong, UnsignedLongLong}) {
    if (!a.fits(type) || !b.fits(type)) continue;
    a = converted(std::move(a), type);
    b = converted(std::move(b), type);
    return true;
  }
  return false;
}

std::optional<RangedExpression> wrapped(RangedExpression value, unsigned width,
                                        Variable::Signedness signedness) {
  PENDULUM_CHECK(signedness != Variable::Signedness::Unknown,
                 "the type to which {} is cast should be signed or unsigned", value.text);
  const bool becomes_signed = signedness == Variable::Signedness::Signed;
  const char* cast = cast_to(width, becomes_signed);
  if (cast == nullptr) return std::nullopt;
  value.text = cast + value.text;
  value.low = becomes_signed ? mpz_class(-power_of_two(width - 1)) : mpz_class(0);
  value.high = power_of_two(becomes_signed ? width - 1 : width) - 1;
  value.type = promoted(width, becomes_signed);
  PENDULUM_CHECK(value.fits(value.type), "the promoted type of {} should represent its values", value.text);
  return value;
}

std::optional<RangedExpression> constant(const mpz_class& value) {
  RangedExpression result;
  result.low = result.high = value;
  for (const ArithmeticType type : {Int, LongLong}) {
    if (!result.fits(type)) continue;
    result.type = type;
    const std::string suffix = type == Int ? "" : "LL";
    // The lowest number has no literal, because its absolute value is out of range.
    const bool is_lowest = value == lowest(type);
    const mpz_class shown = is_lowest ? mpz_class(value + 1) : value;
    result.text = shown.get_str() + suffix;
    if (is_lowest) result.text += " - 1";
    if (value < 0) result.text = "(" + result.text + ")";
    return result;
  }
  return std::nullopt;
}

std::optional<RangedExpression> arithmetic(unsigned width, RangedExpression a, const char* operation,
                                           RangedExpression b, const mpz_class& low, const mpz_class& high) {
  RangedExpression result;
  result.low = low;
  result.high = high;
  for (const ArithmeticType type : {Int, LongLong, Unsigned, UnsignedLongLong}) {
    if (!result.fits(type) || !a.fits(type) || !b.fits(type)) continue;
    result.type = type;
    result.text =
        "(" + converted(std::move(a), type).text + operation + converted(std::move(b), type).text + ")";
    return result;
  }
  if (width != 32 && width != 64) return std::nullopt;
  const ArithmeticType type = width == 32 ? Unsigned : UnsignedLongLong;
  const auto operand = [&](const RangedExpression& value) {
    return value.type == type ? value.text : cast_to(type) + value.text;
  };
  result.type = type;
  result.low = 0;
  result.high = highest(type);
  result.text = "(" + operand(a) + operation + operand(b) + ")";
  return result;
}

}  // namespace pendulum::witness
