// The terms of FloatTerms have the values that their definition requires: for all numbers of small formats,
// and for long double compared with the processor.
#include "term/floating_point/float_terms.h"

#include <gtest/gtest.h>

#include <cstring>
#include <set>

#include "term/evaluation/evaluate.h"
#include "term/ieee754/float_arithmetic.h"
#include "term_ieee754/sample_encodings.h"

namespace pendulum::term {
namespace {

class FloatTermsTest : public ::testing::Test {
 protected:
  /// The value of a term over x.
  Term value(Term term, Term x, const mpz_class& number) {
    return evaluate(m, term, {{x, m.mk_bv(number, x.sort().width())}});
  }
  bool holds(Term term, Term x, const mpz_class& number) { return value(term, x, number).is_true(); }
  Term symbol(FloatFormat format) {
    return m.mk_symbol(fmt::format("x{}", format.code()), m.bitvec_sort(format.width()));
  }

  TermManager m;
};

TEST_F(FloatTermsTest, ClassifiesAllNumbers) {
  const FloatFormat format{3, 4};
  const FloatTerms terms(m, format);
  const Term x = symbol(format);
  const mpz_class least_normal = mpz_class(1) << format.fraction_bits();
  for (long a = 0; a < 1L << format.width(); ++a) {
    const mpz_class magnitude = a & ((1L << (format.width() - 1)) - 1);
    EXPECT_EQ(holds(terms.is_nan(x), x, a), is_nan(format, a)) << a;
    EXPECT_EQ(holds(terms.is_infinite(x), x, a), is_infinite(format, a)) << a;
    EXPECT_EQ(holds(terms.is_finite(x), x, a), magnitude < format.infinity()) << a;
    EXPECT_EQ(holds(terms.is_zero(x), x, a), magnitude == 0) << a;
    EXPECT_EQ(holds(terms.is_subnormal(x), x, a), 0 < magnitude && magnitude < least_normal) << a;
    EXPECT_EQ(holds(terms.is_negative(x), x, a), a != magnitude) << a;
    EXPECT_EQ(value(terms.abs(x), x, a).integer_value(), magnitude) << a;
    EXPECT_EQ(value(terms.negate(x), x, a).integer_value(), a ^ (1L << (format.width() - 1))) << a;
    for (const long sign : {0L, 1L << (format.width() - 1)}) {
      const Term copy = terms.copy_sign(x, m.mk_bv(sign + 3, format.width()));
      EXPECT_EQ(value(copy, x, a).integer_value(), magnitude + sign) << a;
    }
  }
}

/// The number, rounded toward zero, fits iff the conversion of the exact arithmetic has a value.
TEST_F(FloatTermsTest, KnowsWhichNumbersFitAnInteger) {
  for (const FloatFormat format :
       {FloatFormat{2, 2}, FloatFormat{3, 4}, FloatFormat{4, 5}, FloatFormat{5, 3}, FloatFormat{3, 7}}) {
    const FloatTerms terms(m, format);
    const Term x = symbol(format);
    for (const std::uint32_t width : {1u, 2u, 3u, 4u, 5u, 6u, 8u, 9u, 16u, 20u, 32u}) {
      const Term fits_signed = terms.fits_signed(x, width);
      const Term fits_unsigned = terms.fits_unsigned(x, width);
      for (long a = 0; a < 1L << format.width(); ++a) {
        const auto integer = to_integer(format, RoundingMode::TowardZero, a, width + 1);
        const auto narrow = to_integer(format, RoundingMode::TowardZero, a, width);
        ASSERT_EQ(holds(fits_signed, x, a), narrow.has_value()) << a << ", " << width << " bits";
        ASSERT_EQ(holds(fits_unsigned, x, a), integer && *integer >= 0) << a << ", " << width << " bits";
      }
    }
  }
}

TEST_F(FloatTermsTest, KnowsWhichDoublesFitAnInteger) {
  for (const FloatFormat format : {float16, float32, float64, float80, float128}) {
    const FloatTerms terms(m, format);
    const Term x = symbol(format);
    const FloatArithmetic arithmetic(format, RoundingMode::TowardZero);
    for (const std::uint32_t width : {8u, 16u, 32u, 64u}) {
      for (const std::uint32_t exponent : {width - 1, width}) {
        const mpz_class limit = arithmetic.from_integer(mpz_class(1) << exponent);
        for (const mpz_class& sign : {mpz_class(0), format.sign_bit()}) {
          for (long offset = -3; offset <= 3; ++offset) {
            for (const mpz_class& base : {limit, arithmetic.from_integer((mpz_class(1) << exponent) + 1)}) {
              const mpz_class a = base + sign + offset;
              const auto integer = to_integer(format, RoundingMode::TowardZero, a, width + 1);
              const auto narrow = to_integer(format, RoundingMode::TowardZero, a, width);
              EXPECT_EQ(holds(terms.fits_signed(x, width), x, a), narrow.has_value()) << a << " " << width;
              EXPECT_EQ(holds(terms.fits_unsigned(x, width), x, a), integer && *integer >= 0)
                  << a << " " << width;
            }
          }
        }
      }
    }
  }
}

TEST_F(FloatTermsTest, DifferenceIsTheSumWithTheNegatedNumber) {
  const FloatTerms terms(m, float32);
  const FloatArithmetic arithmetic(float32, RoundingMode::Downward);
  SampleEncodings samples(float32, 3);
  for (int i = 0; i < 200; ++i) {
    const mpz_class a = samples.random();
    const mpz_class b = samples.random_near(a);
    const Term difference = terms.sub(terms.mode(RoundingMode::Downward), m.mk_bv(a, float32.width()),
                                      m.mk_bv(b, float32.width()));
    EXPECT_EQ(difference.integer_value(), arithmetic.add(a, b ^ float32.sign_bit()));
  }
}

TEST_F(FloatTermsTest, OnlyTheComputedNanBecomesArbitrary) {
  const FloatFormat format{3, 4};
  const FloatTerms terms(m, format);
  const Term x = symbol(format);
  const Term arbitrary = m.mk_symbol("arbitrary", x.sort());
  const Term observable = terms.with_observable_nan(x, arbitrary);
  const mpz_class nan = format.computed_nan();
  for (long a = 0; a < 1L << format.width(); ++a) {
    const bool is_computed = a == nan || a == nan + format.sign_bit();
    std::set<mpz_class> results;
    for (long bits = 0; bits < 1L << format.width(); ++bits) {
      const Model model{{x, m.mk_bv(a, format.width())}, {arbitrary, m.mk_bv(bits, format.width())}};
      results.insert(evaluate(m, observable, model).integer_value());
    }
    if (!is_computed) {
      EXPECT_EQ(results, std::set<mpz_class>{a});
      continue;
    }
    // Every NaN of both signs is possible, and nothing else.
    EXPECT_EQ(results.size(), 2 * ((1u << format.fraction_bits()) - 1));
    for (const mpz_class& result : results) EXPECT_TRUE(is_nan(format, result)) << result;
  }
}

/// The bits of a long double.
mpz_class bits_of(long double number) {
  std::uint64_t words[2] = {0, 0};
  std::memcpy(words, &number, 10);
  return (mpz_class(words[1]) << 64) + mpz_class(words[0]);
}

long double long_double(std::uint64_t high, std::uint64_t low) {
  const std::uint64_t words[2] = {low, high};
  long double result = 0;
  std::memcpy(&result, words, 10);
  return result;
}

/// The processor computes with the encoding of to_x87 what the arithmetic computes with that of float80.
TEST_F(FloatTermsTest, X87EncodingsAreThoseOfTheProcessor) {
  SampleEncodings samples(float80, 8);
  const FloatArithmetic arithmetic(float80, RoundingMode::NearestEven);
  const auto load = [&](const mpz_class& encoding) {
    const mpz_class bits = to_x87(m, m.mk_bv(encoding, float80.width())).integer_value();
    const mpz_class high = bits >> 64;
    return long_double(high.get_ui(), mpz_class(bits - (high << 64)).get_ui());
  };
  for (int i = 0; i < 1000; ++i) {
    const mpz_class a = samples.random();
    const mpz_class b = samples.random_near(a);
    const volatile long double x = load(a);
    const volatile long double y = load(b);
    const volatile long double sum = x + y;
    const mpz_class result = from_x87(m, m.mk_bv(bits_of(sum), 80)).integer_value();
    const mpz_class expected = arithmetic.add(a, b);
    if (is_nan(float80, expected)) {
      EXPECT_TRUE(is_nan(float80, result)) << a << " " << b;
    } else {
      EXPECT_EQ(result, expected) << a << " " << b;
    }
  }
}

TEST_F(FloatTermsTest, X87NumbersAreLongDoubles) {
  const Term x = m.mk_symbol("x87", m.bitvec_sort(80));
  const Term number = from_x87(m, x);
  const Term back = to_x87(m, number);
  const long double samples[] = {0.0L,
                                 -0.0L,
                                 1.0L,
                                 -1.5L,
                                 0.1L,
                                 0x1p-16382L,
                                 0x1p-16445L,
                                 0x1.8p-16383L,
                                 0x1p+16383L,
                                 __builtin_infl(),
                                 -__builtin_infl()};
  for (const long double sample : samples) {
    const mpz_class bits = bits_of(sample);
    EXPECT_EQ(value(back, x, bits).integer_value(), bits) << static_cast<double>(sample);
    // The number is the same as that of the conversion from double, if the sample is one.
    const auto narrow = static_cast<double>(sample);
    if (static_cast<long double>(narrow) != sample) continue;
    std::uint64_t word = 0;
    std::memcpy(&word, &narrow, 8);
    const FloatArithmetic arithmetic(float80, RoundingMode::NearestEven);
    EXPECT_EQ(value(number, x, bits).integer_value(), arithmetic.from_float(float64, mpz_class(word)))
        << narrow;
  }
}

TEST_F(FloatTermsTest, X87EncodingsWithoutNormalForm) {
  const Term x = m.mk_symbol("x87", m.bitvec_sort(80));
  const Term number = from_x87(m, x);
  const auto value_of = [&](std::uint64_t high, std::uint64_t low) {
    return value(number, x, (mpz_class(high) << 64) + mpz_class(low)).integer_value();
  };
  constexpr std::uint64_t leading = std::uint64_t{1} << 63;
  // Pseudo-denormal: the value of the least normal number with this fraction. The processor agrees.
  EXPECT_EQ(value_of(0, leading + 5), (mpz_class(1) << 63) + 5);
  EXPECT_EQ(long_double(0, leading + 5), long_double(1, leading + 5));
  // Unnormal, pseudo-infinity and pseudo-NaN: invalid operands, which give NaN.
  EXPECT_EQ(value_of(1, 5), float80.computed_nan());
  EXPECT_EQ(value_of(0x7fff, 0), float80.computed_nan());
  EXPECT_EQ(value_of(0x7fff, 7), float80.computed_nan());
  // NaNs and infinities.
  EXPECT_EQ(value_of(0x7fff, leading), float80.infinity());
  EXPECT_EQ(value_of(0xffff, leading), float80.infinity() + float80.sign_bit());
  EXPECT_EQ(value_of(0x7fff, leading + 7), float80.infinity() + 7);
}

}  // namespace
}  // namespace pendulum::term
