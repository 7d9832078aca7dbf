#include "witness/expression/ranged_expression.h"

#include <algorithm>

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

std::string in_parentheses(const std::string& text, Precedence precedence, Precedence weakest) {
  return precedence < weakest ? "(" + text + ")" : text;
}

namespace {

/// The number as a literal of the type. The lowest number of `int` and of `long long` has no literal, because
/// its absolute value is out of range.
RangedExpression literal(const mpz_class& value, ArithmeticType type) {
  RangedExpression result;
  result.low = result.high = value;
  result.type = type;
  const bool is_lowest = is_signed(type) && value == lowest(type);
  const char* suffix = type == Int ? "" : type == Unsigned ? "U" : type == LongLong ? "LL" : "ULL";
  result.text = mpz_class(is_lowest ? value + 1 : value).get_str() + suffix;
  if (is_lowest) {
    result.text += " - 1";
    result.precedence = Precedence::Additive;
  }
  return result;
}

RangedExpression cast(RangedExpression value, const std::string& to) {
  value.text = to + value.operand(Precedence::Unary);
  value.precedence = Precedence::Unary;
  return value;
}

/// Changes the operands such that the usual arithmetic conversions lead to `type`. An operand that does not
/// fit is converted modulo the number of values of `type`, which should be unsigned then.
void convert_operands(RangedExpression& a, RangedExpression& b, ArithmeticType type) {
  const auto convert = [&](RangedExpression& value) {
    value = value.low == value.high && value.fits(type) ? literal(value.low, type)
                                                        : cast(std::move(value), cast_to(type));
    value.type = type;
  };
  if (a.type > type) convert(a);
  if (b.type > type) convert(b);
  if (a.type == type || b.type == type) return;
  convert(b.low == b.high ? b : a);
}

}  // namespace

RangedExpression converted(RangedExpression value, ArithmeticType type) {
  PENDULUM_CHECK(value.fits(type), "the value of {} should fit into the type {}", value.text, cast_to(type));
  if (value.type == type) return value;
  if (value.low == value.high) return literal(value.low, type);
  value.type = type;
  return cast(std::move(value), cast_to(type));
}

namespace {

/// The first type without a cast to a smaller type, otherwise the first one, that satisfies the predicate.
template <typename Predicate>
std::optional<ArithmeticType> first_type(const RangedExpression& a, const RangedExpression& b,
                                         const Predicate& is_possible) {
  const ArithmeticType least = std::max(a.type, b.type);
  std::optional<ArithmeticType> smaller;
  for (const ArithmeticType type : {Int, Unsigned, LongLong, UnsignedLongLong}) {
    if (!a.fits(type) || !b.fits(type) || !is_possible(type)) continue;
    if (type >= least) return type;
    if (!smaller) smaller = type;
  }
  return smaller;
}

}  // namespace

bool unify(RangedExpression& a, RangedExpression& b) {
  const auto type = first_type(a, b, [](ArithmeticType) { return true; });
  if (type) convert_operands(a, b, *type);
  return type.has_value();
}

std::optional<RangedExpression> wrapped(RangedExpression value, unsigned width,
                                        Variable::Signedness signedness) {
  PENDULUM_CHECK(signedness != Variable::Signedness::Unknown,
                 "the type to which {} is cast should be signed or unsigned", value.text);
  const bool becomes_signed = signedness == Variable::Signedness::Signed;
  const char* type = cast_to(width, becomes_signed);
  if (type == nullptr) return std::nullopt;
  value = witness::cast(std::move(value), type);
  value.low = becomes_signed ? mpz_class(-power_of_two(width - 1)) : mpz_class(0);
  value.high = power_of_two(becomes_signed ? width - 1 : width) - 1;
  value.type = promoted(width, becomes_signed);
  PENDULUM_CHECK(value.fits(value.type), "the promoted type of {} should represent its values", value.text);
  return value;
}

std::optional<RangedExpression> constant(const mpz_class& value) {
  for (const ArithmeticType type : {Int, LongLong})
    if (value >= lowest(type) && value <= highest(type)) return literal(value, type);
  return std::nullopt;
}

std::optional<RangedExpression> arithmetic(unsigned width, RangedExpression a, const char* operation,
                                           RangedExpression b, const mpz_class& low, const mpz_class& high) {
  RangedExpression result;
  result.low = low;
  result.high = high;
  const auto exact = first_type(a, b, [&](ArithmeticType type) { return result.fits(type); });
  if (!exact && width != 32 && width != 64) return std::nullopt;
  result.type = exact ? *exact : width == 32 ? Unsigned : UnsignedLongLong;
  if (!exact) {
    result.low = 0;
    result.high = highest(result.type);
  }
  convert_operands(a, b, result.type);
  result.precedence =
      std::string_view(operation) == " * " ? Precedence::Multiplicative : Precedence::Additive;
  const auto stronger = static_cast<Precedence>(static_cast<int>(result.precedence) + 1);
  result.text = a.operand(result.precedence) + operation + b.operand(stronger);
  return result;
}

}  // namespace pendulum::witness
