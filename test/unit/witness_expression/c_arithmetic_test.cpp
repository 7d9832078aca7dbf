#include "witness/expression/c_arithmetic.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace pendulum::witness {
namespace {

class CArithmeticTest : public testing::Test {
 protected:
  CValue value(long number, CType type = {}) { return {terms.mk_bv(number, type.bits), type}; }
  /// Is the expression defined and its value not zero?
  bool holds(const CValue& result) { return arithmetic.condition(result).is_true(); }

  term::TermManager terms;
  CArithmetic arithmetic{terms};
};

TEST_F(CArithmeticTest, OperandsArePromotedAndBalanced) {
  const CValue small = value(200, {8, false});
  EXPECT_EQ(arithmetic.promoted(small).type.bits, 32U);
  EXPECT_TRUE(holds(arithmetic.apply("==", arithmetic.apply("+", small, small), value(400))));
  EXPECT_FALSE(holds(arithmetic.apply("<", value(-1), value(1, {32, false}))))
      << "C17 6.3.1.8: -1 is unsigned";
  EXPECT_TRUE(holds(arithmetic.apply("<", value(-1), value(1, {64, true}))));
}

TEST_F(CArithmeticTest, UndefinedBehaviourMakesAConditionFalse) {
  const CValue largest = value(2147483647);
  EXPECT_FALSE(holds(arithmetic.apply("+", largest, value(1))));
  EXPECT_TRUE(holds(arithmetic.apply("+", value(2147483647, {32, false}), value(1))));
  EXPECT_FALSE(holds(arithmetic.apply("/", value(1), value(0))));
  EXPECT_FALSE(holds(arithmetic.apply("<<", value(1), value(32))));
  EXPECT_FALSE(holds(arithmetic.negated(value(-2147483648L))));
}

TEST_F(CArithmeticTest, OperandsThatAreNotEvaluatedMayBeUndefined) {
  const CValue undefined = arithmetic.apply("/", value(1), value(0));
  EXPECT_TRUE(holds(arithmetic.apply("||", value(1), undefined)));
  EXPECT_FALSE(holds(arithmetic.apply("||", value(0), undefined)));
  EXPECT_TRUE(holds(arithmetic.choice(value(1), value(5), undefined)));
  EXPECT_FALSE(holds(arithmetic.choice(value(0), value(5), undefined)));
}

TEST_F(CArithmeticTest, ContractsAreChecked) {
  EXPECT_THROW(static_cast<void>(arithmetic.apply("=", value(1), value(1))), base::InternalError);
  EXPECT_THROW(static_cast<void>(arithmetic.converted(value(1), {8, false, true})), base::InternalError);
  EXPECT_THROW(static_cast<void>(arithmetic.condition({terms.mk_bv(1, 8), {32, true}})), base::InternalError);
}

}  // namespace
}  // namespace pendulum::witness
