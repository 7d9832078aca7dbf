// The bounds of sums, products and quotients are those of the possible results, and normalised numbers keep
// their residue.
#include "check/tactics/bounded_number.h"

#include <gtest/gtest.h>

#include "term/evaluation/evaluate.h"

namespace pendulum::check {
namespace {

using term::Term;

class BoundedArithmeticTest : public ::testing::Test {
 protected:
  BoundedNumber number(const char* name, long lo, long hi) {
    return {terms_.mk_symbol(name, terms_.int_sort()), lo, hi};
  }
  static void expect_bounds(const BoundedNumber& number, long lo, long hi) {
    EXPECT_EQ(number.lo, lo);
    EXPECT_EQ(number.hi, hi);
  }

  term::TermManager terms_;
  BoundedArithmetic arithmetic_{terms_};
};

TEST_F(BoundedArithmeticTest, RangesOfSigns) {
  expect_bounds(range_of(Sign::Signed, 3), -4, 3);
  expect_bounds(range_of(Sign::Unsigned, 3), 0, 7);
  EXPECT_TRUE(is_within(range_of(Sign::Unsigned, 2), range_of(Sign::Signed, 3)));
  EXPECT_FALSE(is_within(range_of(Sign::Unsigned, 3), range_of(Sign::Signed, 3)));
}

TEST_F(BoundedArithmeticTest, BoundsOfResults) {
  const BoundedNumber a = number("a", -2, 3), b = number("b", -5, 1);
  expect_bounds(arithmetic_.sum(a, b), -7, 4);
  expect_bounds(arithmetic_.difference(a, b), -3, 8);
  expect_bounds(arithmetic_.product(a, b), -15, 10);
  expect_bounds(arithmetic_.shifted_right(b, 1), -3, 0);
  EXPECT_EQ(arithmetic_.shifted_right(b, 0).term, b.term);
  EXPECT_TRUE(arithmetic_.constraints().empty());
}

TEST_F(BoundedArithmeticTest, UnknownNumbersAreConstrained) {
  const BoundedNumber some = arithmetic_.unknown("some", range_of(Sign::Signed, 3));
  expect_bounds(some, -4, 3);
  ASSERT_EQ(arithmetic_.constraints().size(), 1U);
  for (long value = -6; value < 6; ++value) {
    const term::Model model{{some.term, terms_.mk_int(value)}};
    EXPECT_EQ(term::evaluate(terms_, arithmetic_.constraints()[0], model).is_true(),
              -4 <= value && value <= 3);
  }
}

/// A number whose bounds allow up to three multiples of 2^n needs no symbol for the multiple.
TEST_F(BoundedArithmeticTest, NormalizedNumbersAreCongruent) {
  const BoundedNumber x = number("x", -8, 15);
  for (const Sign sign : {Sign::Signed, Sign::Unsigned}) {
    const BoundedNumber range = range_of(sign, 4), result = arithmetic_.normalized(x, 4, sign);
    EXPECT_TRUE(is_within(result, range));
    for (long value = -8; value <= 15; ++value) {
      const term::Model model{{x.term, terms_.mk_int(value)}};
      const mpz_class image = term::evaluate(terms_, result.term, model).integer_value();
      EXPECT_TRUE(range.lo <= image && image <= range.hi) << value;
      EXPECT_EQ(floor_quotient(image - value, 16) * 16, image - value) << value;
    }
  }
  EXPECT_TRUE(arithmetic_.constraints().empty());
  EXPECT_EQ(arithmetic_.normalized(x, 8, Sign::Signed).term, x.term);
}

/// Wider bounds need a symbol, and constraints make its value unique.
TEST_F(BoundedArithmeticTest, WideNumbersNeedASymbol) {
  const BoundedNumber x = number("x", 0, 100);
  const BoundedNumber result = arithmetic_.normalized(x, 3, Sign::Unsigned);
  expect_bounds(result, 0, 7);
  EXPECT_EQ(arithmetic_.constraints().size(), 2U);
}

}  // namespace
}  // namespace pendulum::check
