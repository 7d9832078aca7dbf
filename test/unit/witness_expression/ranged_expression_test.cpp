#include "witness/expression/ranged_expression.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace pendulum::witness {
namespace {

using Signedness = program::Variable::Signedness;

RangedExpression variable(const char* name, ArithmeticType type, long low, long high) {
  return {name, type, low, high};
}

TEST(RangedExpression, ConstantsHaveTheSmallestSignedType) {
  EXPECT_EQ(constant(7)->text, "7");
  EXPECT_EQ(constant(-7)->text, "-7");
  EXPECT_EQ(constant(power_of_two(31))->text, "2147483648LL");
  EXPECT_EQ(constant(-power_of_two(31))->operand(Precedence::Multiplicative), "(-2147483647 - 1)");
  EXPECT_EQ(constant(power_of_two(31))->type, ArithmeticType::LongLong);
  EXPECT_FALSE(constant(power_of_two(63)));
}

TEST(RangedExpression, CastsBringAValueIntoTheRangeOfItsWidth) {
  const auto wide = variable("x", ArithmeticType::Int, -1000, 1000);
  EXPECT_EQ(wrapped(wide, 8, Signedness::Unsigned)->text, "(unsigned char)x");
  EXPECT_EQ(wrapped(wide, 8, Signedness::Unsigned)->high, 255);
  EXPECT_EQ(wrapped(wide, 16, Signedness::Signed)->type, ArithmeticType::Int);
  EXPECT_FALSE(wrapped(wide, 24, Signedness::Signed)) << "C has no type of 24 bits";
  EXPECT_THROW(wrapped(wide, 8, Signedness::Unknown), base::InternalError);
}

TEST(RangedExpression, AConversionRequiresThatTheValueFits) {
  const auto negative = variable("x", ArithmeticType::Int, -1, 1);
  EXPECT_EQ(converted(negative, ArithmeticType::LongLong).text, "(long long)x");
  EXPECT_THROW(converted(negative, ArithmeticType::Unsigned), base::InternalError);
}

TEST(RangedExpression, BothOperandsGetTheFirstTypeThatFitsBoth) {
  auto a = variable("a", ArithmeticType::Int, -1, 1);
  auto b = variable("b", ArithmeticType::Unsigned, 0, 4294967295);
  ASSERT_TRUE(unify(a, b));
  EXPECT_EQ(a.text, "(long long)a");
  EXPECT_EQ(b.text, "b") << "C converts b to the type of a";
  RangedExpression huge{"h", ArithmeticType::UnsignedLongLong, 0, power_of_two(64) - 1};
  EXPECT_FALSE(unify(a, huge)) << "no type has negative numbers and 2^64 - 1";
}

TEST(RangedExpression, AnOperationIsComputedInATypeWithoutOverflowOrModuloItsWidth) {
  const auto a = variable("a", ArithmeticType::Int, 0, 2147483647);
  EXPECT_EQ(arithmetic(32, a, " + ", a, 0, power_of_two(32) - 2)->text, "(unsigned int)a + a");
  RangedExpression wide{"w", ArithmeticType::UnsignedLongLong, 0, power_of_two(64) - 1};
  const auto sum = arithmetic(64, wide, " + ", wide, 0, power_of_two(65) - 2);
  EXPECT_EQ(sum->text, "w + w");
  EXPECT_EQ(sum->high, power_of_two(64) - 1);
  EXPECT_FALSE(arithmetic(65, wide, " + ", wide, 0, power_of_two(65) - 2));
}

TEST(RangedExpression, ConstantsGetSuffixesInsteadOfCasts) {
  const auto u = variable("u", ArithmeticType::Unsigned, 0, 4294967295);
  EXPECT_EQ(arithmetic(64, u, " * ", *constant(5), 0, mpz_class(5) * 4294967295)->text, "u * 5LL");
  auto five = *constant(5), other = u;
  ASSERT_TRUE(unify(five, other));
  EXPECT_EQ(five.text, "5") << "the other operand has the type already";
}

TEST(RangedExpression, OperandsGetParenthesesIfTheirOperatorIsWeaker) {
  const auto a = variable("a", ArithmeticType::Int, 0, 9);
  const auto sum = arithmetic(32, a, " + ", a, 0, 18);
  EXPECT_EQ(arithmetic(32, *sum, " - ", a, -9, 18)->text, "a + a - a");
  EXPECT_EQ(arithmetic(32, a, " - ", *sum, -18, 9)->text, "a - (a + a)");
  EXPECT_EQ(arithmetic(32, *sum, " * ", a, 0, 162)->text, "(a + a) * a");
  EXPECT_EQ(wrapped(*sum, 8, Signedness::Unsigned)->text, "(unsigned char)(a + a)");
}

}  // namespace
}  // namespace pendulum::witness
