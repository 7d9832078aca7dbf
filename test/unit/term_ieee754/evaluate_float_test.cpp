// evaluate_float: operators by their kind, and the function on words, also if the processor rounds in another
// direction.
#include "term/ieee754/evaluate_float.h"

#include <gtest/gtest.h>

#include <cfenv>

#include "term/ieee754/float_arithmetic.h"
#include "term/signature/kind_info.h"
#include "term_ieee754/sample_encodings.h"

namespace pendulum::term {
namespace {

const mpz_class one32 = mpz_class(127) << 23;

TEST(EvaluateFloatTest, AppliesTheOperator) {
  const std::vector<mpz_class> operands{1, one32, one32 + (1 << 23)};  // 1 and 2
  const auto value = [&](Kind kind, std::size_t count, std::uint32_t parameter1 = 0) {
    return evaluate_float({kind, float32.code(), parameter1, 32}, std::span(operands).first(count));
  };
  EXPECT_EQ(value(Kind::FloatAdd, 3), one32 + (3 << 22));  // 3
  EXPECT_EQ(value(Kind::FloatMul, 3), operands[2]);
  EXPECT_EQ(value(Kind::FloatDiv, 3), one32 - (1 << 23));  // 0.5
  EXPECT_EQ(value(Kind::FloatSqrt, 2), one32);
  EXPECT_EQ(value(Kind::FloatRound, 2), one32);
  EXPECT_EQ(value(Kind::FloatToFloat, 2, float64.code()), mpz_class(1023) << 52);
  EXPECT_EQ(value(Kind::FloatToSigned, 2, 8), 1);
}

TEST(EvaluateFloatTest, ComparisonsHaveNoRoundingMode) {
  const std::vector<mpz_class> operands{one32, one32 + 1};
  EXPECT_EQ(evaluate_float({Kind::FloatLt, float32.code()}, operands), 1);
  EXPECT_EQ(evaluate_float({Kind::FloatLe, float32.code()}, operands), 1);
  EXPECT_EQ(evaluate_float({Kind::FloatEq, float32.code()}, operands), 0);
}

TEST(EvaluateFloatTest, IntegersAreBitVectors) {
  const std::vector<mpz_class> ones{1, 255};
  EXPECT_EQ(evaluate_float({Kind::FloatFromUnsigned, float32.code(), 0, 8}, ones),
            FloatArithmetic(float32, RoundingMode::NearestEven).from_integer(255));
  const mpz_class minus_one = evaluate_float({Kind::FloatFromSigned, float32.code(), 0, 8}, ones);
  EXPECT_EQ(minus_one, one32 + float32.sign_bit());
  const std::vector<mpz_class> number{0, minus_one};
  EXPECT_EQ(evaluate_float({Kind::FloatToSigned, float32.code(), 8}, number), 255);
  EXPECT_EQ(evaluate_float({Kind::FloatToUnsigned, float32.code(), 8}, number), 0) << "it does not fit";
  const std::vector<mpz_class> large{0,
                                     FloatArithmetic(float32, RoundingMode::NearestEven).from_integer(200)};
  EXPECT_EQ(evaluate_float({Kind::FloatToSigned, float32.code(), 8}, large), 0) << "it does not fit";
  EXPECT_EQ(evaluate_float({Kind::FloatToUnsigned, float32.code(), 8}, large), 200);
  EXPECT_EQ(evaluate_float({Kind::FloatToUnsigned, float32.code(), 7}, large), 0) << "it does not fit";
}

class WordTest : public ::testing::TestWithParam<FloatFormat> {
 protected:
  /// Compares the two functions on one operator of each kind.
  void check(SampleEncodings& samples, std::uint64_t mode) {
    const FloatFormat format = GetParam();
    const mpz_class a = samples.random();
    for (const KindInfo& info : kind_table) {
      if (!is_float_operator(info.kind)) continue;
      std::vector<mpz_class> exact;
      if (!is_float_comparison(info.kind)) exact.emplace_back(mode);
      exact.push_back(a);
      while (exact.size() < info.arity.min) exact.push_back(samples.random_near(a));
      std::vector<std::uint32_t> parameters{0};
      if (info.kind == Kind::FloatToFloat) parameters = {float16.code(), float32.code(), float64.code()};
      if (info.sort_rule == SortRule::FloatToBitVec) parameters = {1, 8, 32, 61, 62, 63, 64};
      std::vector<std::uint64_t> words;
      for (const mpz_class& operand : exact) words.push_back(operand.get_ui());
      for (const std::uint32_t parameter : parameters) {
        const FloatOperator op{info.kind, format.code(), parameter, format.width()};
        ASSERT_EQ(mpz_class(evaluate_float_word(op, words)), evaluate_float(op, exact))
            << info.name << " " << a.get_str(16) << " mode " << mode << " parameter " << parameter;
      }
    }
  }
};

TEST_P(WordTest, WordsHaveTheSameResults) {
  SampleEncodings samples(GetParam(), 21);
  for (int i = 0; i < 500; ++i) check(samples, static_cast<std::uint64_t>(i) % 8);
  for (int i = 0; i < 500; ++i) check(samples, static_cast<std::uint64_t>(i) % 2);  // the most frequent modes
}

TEST_P(WordTest, TheDirectionOfTheProcessorDoesNotMatter) {
  SampleEncodings samples(GetParam(), 22);
  for (const int direction : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    std::fesetround(direction);
    for (int i = 0; i < 200; ++i) check(samples, 1);
    std::fesetround(FE_TONEAREST);
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, WordTest,
                         ::testing::Values(float16, bfloat16, float32, float64, FloatFormat{3, 4},
                                           FloatFormat{11, 40}));

}  // namespace
}  // namespace pendulum::term
