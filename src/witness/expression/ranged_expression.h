// Integer expressions of C as text, each with its type and the range of its value. The range determines the
// type in which an operation does not overflow.
#pragma once

#include <gmpxx.h>

#include <optional>
#include <string>

#include "program/program.h"

namespace pendulum::witness {

/// The precedence of the operator that is applied last, from the weakest to the strongest (C17 6.5).
enum class Precedence { Conditional, Or, And, Bitwise, Comparison, Additive, Multiplicative, Unary };

/// The text, in parentheses if its operator is weaker than `weakest`.
std::string in_parentheses(const std::string& text, Precedence precedence, Precedence weakest);

/// The types of C arithmetic, in the order of the usual arithmetic conversions (C17 6.3.1.8).
enum class ArithmeticType { Int, Unsigned, LongLong, UnsignedLongLong };

/// An expression with a value between `low` and `high`.
struct RangedExpression {
  std::string text;
  ArithmeticType type = ArithmeticType::Int;
  mpz_class low, high;
  Precedence precedence = Precedence::Unary;

  /// The text as an operand of an operator.
  std::string operand(Precedence weakest) const { return in_parentheses(text, precedence, weakest); }
  bool is_within(const mpz_class& a, const mpz_class& b) const { return a <= low && high <= b; }
  /// Can the type represent all values of the expression?
  bool fits(ArithmeticType other) const;
};

/// The same value in another type: a constant of that type, or a cast. Requires: the value fits into the
/// type.
RangedExpression converted(RangedExpression value, ArithmeticType type);

/// Finds the first type that can represent both, and changes them such that the usual arithmetic conversions
/// (C17 6.3.1.8) convert both to that type without changing their values. Returns false, without any effect,
/// if there is none.
[[nodiscard]] bool unify(RangedExpression& a, RangedExpression& b);

/// The value modulo 2^width, brought into the range of the signed or unsigned type of `width` bits by a cast.
/// The result is implementation-defined (C17 6.3.1.3p3); all common compilers compute modulo 2^width. Nothing
/// if C has no type of that width.
std::optional<RangedExpression> wrapped(RangedExpression value, unsigned width,
                                        program::Variable::Signedness signedness);

/// The value as a constant of a signed type; nothing if it does not fit into one.
std::optional<RangedExpression> constant(const mpz_class& value);

/// The operation " + ", " - " or " * ", whose exact result is between `low` and `high`, in a type that can
/// represent the operands and the result. If there is none: computed modulo 2^width in the unsigned type of
/// `width` bits. Nothing if `width` is neither 32 nor 64 then.
std::optional<RangedExpression> arithmetic(unsigned width, RangedExpression a, const char* operation,
                                           RangedExpression b, const mpz_class& low, const mpz_class& high);

/// 2^bits.
mpz_class power_of_two(unsigned bits);

}  // namespace pendulum::witness
