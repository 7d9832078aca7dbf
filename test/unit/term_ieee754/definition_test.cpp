// FloatArithmetic returns the result that the definition of each rounding mode requires, for all operands of
// very small formats. The definition is evaluated with rational numbers over the list of all numbers of the
// format.
#include <gtest/gtest.h>

#include <functional>

#include "term/ieee754/float_arithmetic.h"
#include "term/ieee754/rounding.h"

namespace pendulum::term {
namespace {

constexpr RoundingMode all_modes[] = {RoundingMode::TowardZero, RoundingMode::NearestEven,
                                      RoundingMode::Upward, RoundingMode::Downward,
                                      RoundingMode::NearestAway};

mpq_class power_of_two(long exponent) {
  return exponent >= 0 ? mpq_class(mpz_class(1) << exponent) : 1 / mpq_class(mpz_class(1) << -exponent);
}

/// The value of a finite number by the formula of IEEE 754-2019, 3.4.
mpq_class value_of(FloatFormat format, long encoding) {
  const long sign = encoding >> (format.width() - 1);
  const long exponent = (encoding >> format.fraction_bits()) & ((1L << format.exponent_bits) - 1);
  const long fraction = encoding & ((1L << format.fraction_bits()) - 1);
  const long bias = (1L << (format.exponent_bits - 1)) - 1;
  const mpq_class part = mpq_class(fraction) / power_of_two(format.fraction_bits());
  const mpq_class magnitude = exponent == 0 ? mpq_class(part * power_of_two(1 - bias))
                                            : mpq_class((part + 1) * power_of_two(exponent - bias));
  return sign != 0 ? mpq_class(-magnitude) : magnitude;
}

/// A real number is given by the sign of its difference to rational numbers.
using Real = std::function<int(const mpq_class&)>;

Real real(const mpq_class& number) {
  return [number](const mpq_class& other) { return cmp(number, other); };
}

class Definition {
 public:
  explicit Definition(FloatFormat format) : format_(format), infinity_(format.infinity().get_si()) {
    // IEEE 754-2019, 4.3.1: for rounding to nearest, infinity takes the place of the next number, which is
    // the value of its encoding by the formula.
    for (long i = 0; i <= infinity_; ++i) magnitudes_.push_back(value_of(format, i));
  }

  /// Rounds a positive or negative number; zero is not covered, because its sign depends on the operation.
  long rounded(RoundingMode mode, const Real& number) const {
    const bool is_negative = number(0) < 0;
    const Real magnitude = [&](const mpq_class& q) { return is_negative ? -number(-q) : number(q); };
    long below = infinity_;  // the largest number that is not larger
    while (magnitude(magnitudes_[below]) < 0) --below;
    const long sign = is_negative ? 1L << (format_.width() - 1) : 0;
    if (below == infinity_) {
      const bool stays_finite = mode == RoundingMode::TowardZero ||
                                mode == (is_negative ? RoundingMode::Upward : RoundingMode::Downward);
      return sign + infinity_ - (stays_finite ? 1 : 0);
    }
    if (magnitude(magnitudes_[below]) == 0) return sign + below;
    return sign + (is_rounded_up(mode, is_negative, below, magnitude) ? below + 1 : below);
  }

 private:
  bool is_rounded_up(RoundingMode mode, bool is_negative, long below, const Real& magnitude) const {
    if (mode == RoundingMode::TowardZero) return false;
    if (mode == RoundingMode::Upward) return !is_negative;
    if (mode == RoundingMode::Downward) return is_negative;
    const int half = magnitude((magnitudes_[below] + magnitudes_[below + 1]) / 2);
    if (half != 0) return half > 0;
    return mode == RoundingMode::NearestAway || below % 2 != 0;
  }

  FloatFormat format_;
  long infinity_;
  std::vector<mpq_class> magnitudes_;  ///< of the encodings 0 ... infinity
};

class DefinitionTest : public ::testing::TestWithParam<FloatFormat> {
 protected:
  FloatFormat format = GetParam();
  Definition definition{format};
  long count = 1L << format.width();

  bool is_finite(long a) const { return !is_nan(format, a) && !is_infinite(format, a); }
  const mpq_class& value(long a) const { return values_[static_cast<std::size_t>(a)]; }

  void SetUp() override {
    for (long a = 0; a < count; ++a) values_.push_back(value_of(format, a));
  }

 private:
  std::vector<mpq_class> values_;
};

TEST_P(DefinitionTest, FiniteOperandsGiveTheRoundedExactResult) {
  for (const RoundingMode mode : all_modes) {
    const FloatArithmetic arithmetic(format, mode);
    for (long a = 0; a < count; ++a) {
      if (!is_finite(a)) continue;
      for (long b = 0; b < count; ++b) {
        if (!is_finite(b)) continue;
        const auto check = [&](const mpz_class& result, const mpq_class& exact) {
          if (exact == 0) {
            EXPECT_TRUE(is_zero(format, result)) << a << " " << b;
          } else {
            EXPECT_EQ(result, definition.rounded(mode, real(exact))) << a << " " << b;
          }
        };
        check(arithmetic.add(a, b), value(a) + value(b));
        check(arithmetic.mul(a, b), value(a) * value(b));
        if (value(b) != 0) check(arithmetic.div(a, b), value(a) / value(b));
      }
    }
  }
}

TEST_P(DefinitionTest, SquareRootIsTheRoundedExactResult) {
  for (const RoundingMode mode : all_modes) {
    for (long a = 0; a < format.infinity().get_si(); ++a) {
      const Real root = [&](const mpq_class& q) { return q < 0 ? 1 : cmp(value(a), mpq_class(q * q)); };
      const mpz_class result = FloatArithmetic(format, mode).sqrt(a);
      EXPECT_EQ(result, a == 0 ? 0 : definition.rounded(mode, root)) << a;
    }
  }
}

class FusedDefinitionTest : public DefinitionTest {};

TEST_P(FusedDefinitionTest, FusedMultiplyAddIsTheRoundedExactResult) {
  for (const RoundingMode mode : all_modes) {
    const FloatArithmetic arithmetic(format, mode);
    for (long i = 0; i < count * count * count; ++i) {
      const long a = i % count;
      const long b = i / count % count;
      const long c = i / count / count;
      if (!is_finite(a) || !is_finite(b) || !is_finite(c)) continue;
      const mpq_class exact = value(a) * value(b) + value(c);
      const mpz_class result = arithmetic.fma(a, b, c);
      if (exact == 0) {
        ASSERT_TRUE(is_zero(format, result)) << a << " " << b << " " << c;
      } else {
        ASSERT_EQ(result, definition.rounded(mode, real(exact))) << a << " " << b << " " << c;
      }
    }
  }
}

TEST_P(DefinitionTest, ConversionsGiveTheRoundedNumber) {
  for (const RoundingMode mode : all_modes) {
    const FloatArithmetic arithmetic(format, mode);
    for (long i = -300; i <= 300; ++i)
      EXPECT_EQ(arithmetic.from_integer(i), i == 0 ? 0 : definition.rounded(mode, real(i)));
    for (const FloatFormat source : {FloatFormat{5, 5}, FloatFormat{3, 6}, FloatFormat{4, 2}}) {
      for (long a = 0; a < 1L << source.width(); ++a) {
        if (is_nan(source, a) || is_infinite(source, a) || is_zero(source, a)) continue;
        EXPECT_EQ(arithmetic.from_float(source, a), definition.rounded(mode, real(value_of(source, a)))) << a;
      }
    }
  }
}

/// The integer by the definition: the neighbour in the direction, or the nearest one.
mpz_class rounded_to_integer(RoundingMode mode, const mpq_class& number) {
  mpz_class floor;
  mpz_fdiv_q(floor.get_mpz_t(), number.get_num_mpz_t(), number.get_den_mpz_t());
  const mpq_class rest = number - floor;
  const auto up = [&] {
    if (rest == 0 || mode == RoundingMode::Downward) return false;
    if (mode == RoundingMode::Upward) return true;
    if (mode == RoundingMode::TowardZero) return number < 0;
    if (rest != mpq_class(1, 2)) return rest > mpq_class(1, 2);
    return mode == RoundingMode::NearestAway ? number > 0 : floor % 2 != 0;
  };
  return up() ? mpz_class(floor + 1) : floor;
}

TEST_P(DefinitionTest, IntegersAreTheRoundedNumber) {
  for (const RoundingMode mode : all_modes) {
    for (long a = 0; a < count; ++a) {
      for (const std::uint32_t bits : {1u, 2u, 3u, 5u, 8u}) {
        const auto result = to_integer(format, mode, a, bits);
        if (!is_finite(a)) {
          EXPECT_FALSE(result) << a;
          continue;
        }
        const mpz_class expected = rounded_to_integer(mode, value(a));
        const mpz_class limit = mpz_class(1) << (bits - 1);
        EXPECT_EQ(result.has_value(), -limit <= expected && expected < limit) << a;
        EXPECT_EQ(result.value_or(expected), expected) << a;
      }
      if (!is_finite(a)) continue;
      const mpz_class integral = FloatArithmetic(format, mode).round_to_integral(a);
      const mpz_class expected = rounded_to_integer(mode, value(a));
      EXPECT_EQ(is_negative(format, integral), is_negative(format, a)) << a;
      if (expected == 0) {
        EXPECT_TRUE(is_zero(format, integral)) << a;
      } else {
        EXPECT_EQ(integral, definition.rounded(mode, real(expected))) << a;
      }
    }
  }
}

TEST_P(DefinitionTest, ComparisonsAreThoseOfTheRationalNumbers) {
  for (long a = 0; a < count; ++a) {
    for (long b = 0; b < count; ++b) {
      if (is_nan(format, a) || is_nan(format, b)) {
        EXPECT_FALSE(float_eq(format, a, b) || float_lt(format, a, b) || float_le(format, a, b));
        continue;
      }
      // The formula gives infinities a value that is larger than all finite numbers.
      EXPECT_EQ(float_eq(format, a, b), value(a) == value(b));
      EXPECT_EQ(float_lt(format, a, b), value(a) < value(b));
      EXPECT_EQ(float_le(format, a, b), value(a) <= value(b));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(SmallFormats, DefinitionTest,
                         ::testing::Values(FloatFormat{2, 2}, FloatFormat{2, 3}, FloatFormat{3, 2},
                                           FloatFormat{3, 4}, FloatFormat{2, 5}, FloatFormat{4, 3}));

INSTANTIATE_TEST_SUITE_P(SmallFormats, FusedDefinitionTest,
                         ::testing::Values(FloatFormat{2, 2}, FloatFormat{2, 3}, FloatFormat{3, 2}));

TEST(FloatZeroTest, SignsOfZeros) {
  const mpz_class minus_zero = float32.sign_bit();
  const mpz_class one = mpz_class(127) << 23;
  const mpz_class minus_one = one + minus_zero;
  for (const RoundingMode mode : all_modes) {
    const FloatArithmetic arithmetic(float32, mode);
    const mpz_class cancelled = mode == RoundingMode::Downward ? minus_zero : mpz_class(0);
    EXPECT_EQ(arithmetic.add(one, minus_one), cancelled);
    EXPECT_EQ(arithmetic.add(0, minus_zero), cancelled);
    EXPECT_EQ(arithmetic.add(0, 0), 0);
    EXPECT_EQ(arithmetic.add(minus_zero, minus_zero), minus_zero);
    EXPECT_EQ(arithmetic.mul(0, minus_one), minus_zero);
    EXPECT_EQ(arithmetic.div(minus_zero, minus_one), 0);
    EXPECT_EQ(arithmetic.sqrt(minus_zero), minus_zero);
    EXPECT_EQ(arithmetic.fma(one, minus_one, one), cancelled);
    EXPECT_EQ(arithmetic.fma(0, minus_one, minus_zero), minus_zero);
    EXPECT_EQ(arithmetic.fma(0, minus_one, 0), cancelled);
    EXPECT_EQ(arithmetic.from_integer(0), 0);
    EXPECT_EQ(arithmetic.from_float(float64, float64.sign_bit()), minus_zero);
  }
}

TEST(FloatZeroTest, OtherNumbersOfModesMeanNearestEven) {
  EXPECT_EQ(rounding_mode(4), RoundingMode::NearestAway);
  for (const std::uint64_t number : {1, 5, 6, 7}) EXPECT_EQ(rounding_mode(number), RoundingMode::NearestEven);
}

TEST(FloatSpecialTest, InvalidOperationsGiveTheComputedNan) {
  const mpz_class infinity = float64.infinity();
  const mpz_class minus_infinity = infinity + float64.sign_bit();
  const mpz_class nan = float64.computed_nan();
  const mpz_class other_nan = float64.sign_bit() + infinity + 1;
  const FloatArithmetic arithmetic(float64, RoundingMode::NearestEven);
  EXPECT_EQ(arithmetic.add(infinity, minus_infinity), nan);
  EXPECT_EQ(arithmetic.add(infinity, infinity), infinity);
  EXPECT_EQ(arithmetic.mul(0, minus_infinity), nan);
  EXPECT_EQ(arithmetic.div(infinity, infinity), nan);
  EXPECT_EQ(arithmetic.div(0, 0), nan);
  EXPECT_EQ(arithmetic.div(1, 0), infinity);
  EXPECT_EQ(arithmetic.sqrt(float64.sign_bit() + 1), nan);
  EXPECT_EQ(arithmetic.fma(infinity, 0, other_nan), nan);
  EXPECT_EQ(arithmetic.fma(infinity, 1, minus_infinity), nan);
  EXPECT_EQ(arithmetic.round_to_integral(other_nan), nan);
  EXPECT_EQ(arithmetic.from_float(float32, float32.infinity() + 1), nan);
  EXPECT_FALSE(to_integer(float64, RoundingMode::NearestEven, other_nan, 64));
}

}  // namespace
}  // namespace pendulum::term
