// A reading of a bit-vector costs nothing if its interval fits, a case split if it spans few multiples of
// 2^n, and otherwise an internal input.
#include "program/integer_view/congruent_integers.h"

#include <gtest/gtest.h>

#include "base/integer_math.h"
#include "term/evaluation/evaluate.h"

namespace pendulum::program {
namespace {

using term::Term;

class CongruentIntegersTest : public ::testing::Test {
 protected:
  void set_interval(long lo, long hi) { integers_.add(bits_, {image_, lo, hi}); }

  term::TermManager terms_;
  SourceLocation where_;
  const Term bits_ = terms_.mk_symbol("x", terms_.bitvec_sort(4));
  const Term image_ = terms_.mk_symbol("x.int", terms_.int_sort());
  EdgeAdditions additions_{terms_, where_};
  CongruentIntegers integers_{terms_, additions_};
};

TEST_F(CongruentIntegersTest, FittingValuesStay) {
  set_interval(0, 15);
  EXPECT_TRUE(integers_.fits(bits_, Reading::Unsigned));
  EXPECT_FALSE(integers_.fits(bits_, Reading::Signed));
  EXPECT_EQ(integers_.cheap_reading(bits_), Reading::Unsigned);
  EXPECT_EQ(integers_.read(bits_, Reading::Unsigned).term, image_);
  EXPECT_EQ(integers_.operand(bits_).term, image_);
  EXPECT_EQ(additions_.num_wraps(), 0U);
}

TEST_F(CongruentIntegersTest, CaseSplitsAreExact) {
  set_interval(-8, 25);
  for (const Reading reading : {Reading::Signed, Reading::Unsigned}) {
    const IntegerValue range = range_of(reading, 4), value = integers_.read(bits_, reading);
    for (long x = -8; x <= 25; ++x) {
      const term::Model model{{image_, terms_.mk_int(x)}};
      const mpz_class read = term::evaluate(terms_, value.term, model).integer_value();
      EXPECT_TRUE(range.lo <= read && read <= range.hi) << x;
      EXPECT_EQ(base::floor_quotient(read - x, 16) * 16, read - x) << x;
    }
  }
  EXPECT_EQ(additions_.num_wraps(), 2U);
  EXPECT_TRUE(additions_.inputs().empty());
}

TEST_F(CongruentIntegersTest, WideIntervalsNeedOneInput) {
  set_interval(0, 1000);
  const Term value = integers_.operand(bits_).term;
  EXPECT_NE(value, image_);
  EXPECT_EQ(integers_.read(bits_, Reading::Signed).term, value);
  EXPECT_EQ(additions_.inputs().size(), 1U);
  EXPECT_EQ(additions_.conditions().size(), 4U);
  EXPECT_TRUE(additions_.approximations().empty());
}

TEST_F(CongruentIntegersTest, UnknownValuesAreApproximations) {
  const IntegerValue value = additions_.unknown(terms_.mk_bvmul(bits_, bits_), Reading::Signed);
  EXPECT_EQ(value.lo, -8);
  EXPECT_EQ(value.hi, 7);
  EXPECT_EQ(additions_.inputs().size(), 1U);
  EXPECT_EQ(additions_.approximations().size(), 1U);
  EXPECT_EQ(additions_.num_wraps(), 1U);
}

}  // namespace
}  // namespace pendulum::program
