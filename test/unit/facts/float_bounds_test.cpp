// Tests candidates about floating-point variables: which variables are numbers, and which bounds hold in all
// samples.
#include "facts/float_bounds.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "program/text/text.h"
#include "term/evaluation/evaluate.h"
#include "term/floating_point/float_terms.h"

namespace pendulum::facts {
namespace {

using term::Term;
using term::TermVector;

/// s is a float32 that grows by 1.0 up to 8.0; n is an integer.
constexpr const char* growing = R"(program
variable s (_ BitVec 32)
variable n (_ BitVec 32)
location 0 "entry"
location 1 "loop"
location 2 "error"
entry 0
error 2
edge 0 -> 1
  set s #x00000000
  set n #x00000000
edge 1 -> 1
  guard ((_ ieee.lt 8024) s #x41000000)
  set s ((_ ieee.add 8024) #b001 s #x3f800000)
  set n (bvadd n #x00000001)
edge 1 -> 2
  guard ((_ ieee.lt 8024) #x41000000 s)
)";

class FloatBoundsTest : public ::testing::Test {
 protected:
  Term number(std::int64_t encoding) { return terms_.mk_bv(encoding, 32); }
  bool has(const TermVector& candidates, Term formula) {
    return std::ranges::find(candidates, formula) != candidates.end();
  }

  term::TermManager terms_;
  program::Program program_ = program::parse(terms_, growing);
  Term s_ = terms_.mk_symbol("s", terms_.bitvec_sort(32));
  Term n_ = terms_.mk_symbol("n", terms_.bitvec_sort(32));
  term::FloatTerms floats_{terms_, term::float32};
  FloatBounds bounds_{program_};
  Term zero_ = number(0), one_ = number(0x3f800000), eight_ = number(0x41000000);
};

TEST_F(FloatBoundsTest, OperandsOfFloatOperatorsAreNumbers) {
  EXPECT_TRUE(bounds_.is_float(s_));
  EXPECT_FALSE(bounds_.is_float(n_));
  EXPECT_THROW(bounds_.candidates(n_, {{{n_, zero_}}}), base::InternalError);
  EXPECT_THROW(bounds_.candidates(s_, {}), base::InternalError);
}

TEST_F(FloatBoundsTest, BoundsAreConstantsOfTheProgramThatHoldInAllSamples) {
  const TermVector candidates = bounds_.candidates(s_, {{{s_, zero_}}, {{s_, one_}}});
  EXPECT_TRUE(has(candidates, floats_.le(zero_, s_)));
  EXPECT_TRUE(has(candidates, floats_.le(s_, eight_)));
  EXPECT_TRUE(has(candidates, floats_.le(s_, one_)));
  EXPECT_FALSE(has(candidates, floats_.le(one_, s_)));
  EXPECT_TRUE(has(candidates, floats_.is_finite(s_)));
  EXPECT_TRUE(has(candidates, terms_.mk_not(floats_.is_nan(s_))));
}

TEST_F(FloatBoundsTest, NegatedConstantsAreBoundsAsWell) {
  const TermVector candidates = bounds_.candidates(s_, {{{s_, floats_.negate(one_)}}});
  EXPECT_TRUE(has(candidates, floats_.le(floats_.negate(eight_), s_)));
  EXPECT_TRUE(has(candidates, floats_.le(s_, zero_)));
}

TEST_F(FloatBoundsTest, AVariableThatIsOnlyNegatedIsANumber) {
  const program::Program other = program::parse(terms_, R"(program
variable a (_ BitVec 32)
variable b (_ BitVec 32)
location 0 "entry"
location 1 "loop"
location 2 "error"
entry 0
error 2
edge 0 -> 1
  set a #x00000000
  set b #x00000000
edge 1 -> 2
  guard ((_ ieee.lt 8024) a (bvxor b #x80000000))
)");
  const FloatBounds bounds(other);
  EXPECT_TRUE(bounds.is_float(terms_.mk_symbol("b", terms_.bitvec_sort(32))));
}

TEST_F(FloatBoundsTest, SamplesWithTheSameNumberHaveAConstant) {
  EXPECT_TRUE(has(bounds_.candidates(s_, {{{s_, one_}}, {{s_, one_}}}), terms_.mk_eq(s_, one_)));
  EXPECT_FALSE(has(bounds_.candidates(s_, {{{s_, one_}}, {{s_, eight_}}}), terms_.mk_eq(s_, one_)));
}

TEST_F(FloatBoundsTest, SamplesWithNanAndInfinityHaveNoBounds) {
  const Term nan = terms_.mk_bv(term::float32.computed_nan(), 32);
  EXPECT_EQ(bounds_.candidates(s_, {{{s_, nan}}}), TermVector{terms_.mk_eq(s_, nan)});
  EXPECT_TRUE(bounds_.candidates(s_, {{{s_, nan}}, {{s_, one_}}}).empty());
  const TermVector candidates = bounds_.candidates(s_, {{{s_, terms_.mk_bv(term::float32.infinity(), 32)}}});
  EXPECT_TRUE(has(candidates, floats_.le(eight_, s_)));
  EXPECT_FALSE(has(candidates, floats_.is_finite(s_)));
}

}  // namespace
}  // namespace pendulum::facts
