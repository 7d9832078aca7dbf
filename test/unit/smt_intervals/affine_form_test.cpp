// Affine forms contain the numbers that they represent, also for coefficients that type double cannot
// represent, and keep the dependency between operands.
#include "smt/intervals/affine_form.h"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace pendulum::smt {
namespace {

TEST(AffineForm, DifferencesOfTheSameNumberAreZero) {
  const AffineForm x = AffineForm::of_base(1, {1, 100});
  const AffineForm y = AffineForm::of_base(2, {-3, 7});
  const RealInterval range = x.plus(y).plus(x.negated()).range();
  EXPECT_EQ(range.low, -3);
  EXPECT_EQ(range.high, 7);
  EXPECT_EQ(x.plus(AffineForm::constant(1)).plus(x.negated()).range().low, 1);
}

TEST(AffineForm, DifferencesOfOtherNumbersAreNot) {
  const RealInterval range =
      AffineForm::of_base(1, {1, 100}).plus(AffineForm::of_base(2, {1, 100}).negated()).range();
  EXPECT_EQ(range.low, -99);
  EXPECT_EQ(range.high, 99);
}

TEST(AffineForm, SquaresAreNotNegative) {
  const RealInterval range{-1, 1};
  const AffineForm x = AffineForm::of_base(1, range);
  EXPECT_EQ(x.times(range, x, range, /*is_square=*/true).range().low, 0);
  EXPECT_EQ(x.times(range, x, range, /*is_square=*/false).range().low, -1);
}

TEST(AffineForm, RootsOfSmallIntervalsAreTight) {
  const RealInterval range{4, 4.01};
  const RealInterval error = AffineForm::of_base(1, range)
                                 .square_root(range)
                                 .plus(AffineForm::of_base(1, range).times(-0.25))
                                 .range();
  EXPECT_LE(error.low, 1);
  EXPECT_GE(error.high, 1);
  EXPECT_LT(error.high - error.low, 1e-4);
  EXPECT_EQ(AffineForm::of_base(1, {0, 0}).square_root({0, 0}).range().high, 0);
}

TEST(AffineForm, OverflowsAreArbitrary) {
  const AffineForm large = AffineForm::constant(1e308);
  EXPECT_TRUE(std::isinf(large.times(10).range().high));
  EXPECT_TRUE(std::isinf(large.plus(large).range().high));
}

/// A form and the exact number for one choice of the bases.
struct Sample {
  AffineForm form;
  mpq_class number;
};

/// The exact numbers of random expressions are in the ranges of the forms.
TEST(AffineForm, ContainsExactNumbers) {
  std::mt19937_64 random(7);
  const auto real = [&] {
    return std::ldexp(static_cast<double>(random() >> 11), static_cast<int>(random() % 40) - 73) *
           (random() % 2 == 0 ? 1 : -1);
  };
  const auto choose = [&](unsigned count) { return static_cast<std::size_t>(random() % count); };
  for (int round = 0; round < 20000; ++round) {
    std::vector<Sample> samples;
    for (std::uint32_t base = 0; base < 3; ++base) {
      const double a = real(), b = real();
      const RealInterval range{std::min(a, b), std::max(a, b)};
      samples.push_back({AffineForm::of_base(base, range), mpq_class(choose(2) == 0 ? a : b)});
    }
    for (int step = 0; step < 6; ++step) {
      const Sample a = samples[choose(static_cast<unsigned>(samples.size()))];
      const Sample b = samples[choose(static_cast<unsigned>(samples.size()))];
      const double factor = real();
      switch (choose(4)) {
        case 0:
          samples.push_back({a.form.plus(b.form), a.number + b.number});
          break;
        case 1:
          samples.push_back({a.form.plus(b.form.negated()), a.number - b.number});
          break;
        case 2:
          samples.push_back({a.form.times(factor), a.number * mpq_class(factor)});
          break;
        default:
          samples.push_back(
              {a.form.times(a.form.range(), b.form, b.form.range(), false), a.number * b.number});
      }
      const RealInterval range = samples.back().form.range();
      if (std::isinf(range.low)) break;
      ASSERT_LE(mpq_class(range.low), samples.back().number);
      ASSERT_GE(mpq_class(range.high), samples.back().number);
    }
    for (const Sample& sample : samples) {
      const RealInterval range = sample.form.range();
      if (!(range.low >= 0) || std::isinf(range.high)) continue;
      const RealInterval root = sample.form.square_root(range).range();
      ASSERT_GE(mpq_class(root.high) * mpq_class(root.high), sample.number);
      if (root.low > 0) {
        ASSERT_LE(mpq_class(root.low) * mpq_class(root.low), sample.number);
      }
    }
  }
}

}  // namespace
}  // namespace pendulum::smt
