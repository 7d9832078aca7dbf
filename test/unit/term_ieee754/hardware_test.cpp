// The arithmetic of the processor and of the compiler's library has the same results as FloatArithmetic, in
// all rounding modes of <cfenv>. This file is compiled with -frounding-math (test/CMakeLists.txt).
#include <gtest/gtest.h>

#include <array>
#include <cfenv>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "term/ieee754/float_arithmetic.h"
#include "term_ieee754/sample_encodings.h"

namespace pendulum::term {
namespace {

__extension__ typedef __float128 Quad;
__extension__ typedef _Float16 Half;
__extension__ typedef unsigned __int128 Words;

template <typename Float>
constexpr FloatFormat format_of = float32;
template <>
constexpr FloatFormat format_of<Half> = float16;
template <>
constexpr FloatFormat format_of<double> = float64;
template <>
constexpr FloatFormat format_of<long double> = float80;
template <>
constexpr FloatFormat format_of<Quad> = float128;

constexpr std::size_t bytes_of(FloatFormat format) {
  return format == float80 ? 10 : format.width() / 8;
}

/// The encoding of float80 does not contain the leading bit, bit 63 of the x87's encoding.
mpz_class to_number(FloatFormat format, Words bits) {
  mpz_class result = static_cast<unsigned long>(bits >> 64);
  result = (result << 64) + static_cast<unsigned long>(bits);
  if (format != float80) return result;
  const mpz_class fraction = result & ((mpz_class(1) << 63) - 1);
  return ((result >> 64) << 63) + fraction;
}

Words to_words(FloatFormat format, const mpz_class& number) {
  mpz_class bits = number;
  if (format == float80) {
    const mpz_class exponent = (number >> 63) & 0x7fff;
    const mpz_class leading = exponent == 0 ? 0 : 1;
    bits = ((number >> 63) << 64) + (leading << 63) + (number & ((mpz_class(1) << 63) - 1));
  }
  const mpz_class low = bits & mpz_class(std::numeric_limits<unsigned long>::max());
  const mpz_class high = bits >> 64;
  return (static_cast<Words>(high.get_ui()) << 64) + low.get_ui();
}

/// Every NaN of the processor means computed_nan().
template <typename Float>
mpz_class encode(Float value) {
  constexpr FloatFormat format = format_of<Float>;
  Words bits = 0;
  std::memcpy(&bits, &value, bytes_of(format));
  const mpz_class result = to_number(format, bits);
  return is_nan(format, result) ? format.computed_nan() : result;
}

template <typename Float>
Float decode_as(const mpz_class& number) {
  const Words bits = to_words(format_of<Float>, number);
  Float result{};
  std::memcpy(&result, &bits, bytes_of(format_of<Float>));
  return result;
}

struct HardwareMode {
  int direction;
  RoundingMode mode;
};
constexpr std::array hardware_modes{HardwareMode{FE_TONEAREST, RoundingMode::NearestEven},
                                    HardwareMode{FE_TOWARDZERO, RoundingMode::TowardZero},
                                    HardwareMode{FE_UPWARD, RoundingMode::Upward},
                                    HardwareMode{FE_DOWNWARD, RoundingMode::Downward}};

/// Applies a function of the processor in one rounding direction.
template <typename Function>
auto in_direction(int direction, Function function) {
  std::fesetround(direction);
  auto result = function();
  std::fesetround(FE_TONEAREST);
  return result;
}

/// GoogleTest prints the name of a type parameter, and libstdc++ has no type_info of Half.
template <typename Float>
struct Tag {
  using Type = Float;
};

template <typename FloatTag>
class HardwareTest : public ::testing::Test {
 protected:
  static constexpr FloatFormat format = format_of<typename FloatTag::Type>;

  /// Calls check(a, b) with all pairs of special numbers and with random pairs.
  template <typename Check>
  void for_pairs(Check check) {
    SampleEncodings samples(format, 17);
    for (const mpz_class& a : samples.special())
      for (const mpz_class& b : samples.special()) check(a, b);
    for (int i = 0; i < 3000; ++i) {
      const mpz_class a = samples.random();
      check(a, samples.random_near(a));
    }
  }

  template <typename Check>
  void for_numbers(Check check) {
    SampleEncodings samples(format, 18);
    for (const mpz_class& a : samples.special()) check(a);
    for (int i = 0; i < 3000; ++i) check(samples.random());
  }

  template <typename Result, typename Integer>
  static void expect_conversion_to_integer(const HardwareMode& m, const mpz_class& a, Result exact,
                                           Integer result) {
    if (!exact) return;
    const mpz_class expected = std::is_signed_v<Integer> ? mpz_class(static_cast<long>(result))
                                                         : mpz_class(static_cast<unsigned long>(result));
    ASSERT_EQ(*exact, expected) << a << " in direction " << m.direction;
  }
};

using Types = ::testing::Types<Tag<Half>, Tag<float>, Tag<double>, Tag<long double>, Tag<Quad>>;
TYPED_TEST_SUITE(HardwareTest, Types);

TYPED_TEST(HardwareTest, SumsProductsAndQuotients) {
  using Float = typename TypeParam::Type;
  for (const HardwareMode& m : hardware_modes) {
    const FloatArithmetic arithmetic(this->format, m.mode);
    this->for_pairs([&](const mpz_class& a, const mpz_class& b) {
      volatile Float x = decode_as<Float>(a);
      volatile Float y = decode_as<Float>(b);
      const auto apply = [&](auto function) {
        return encode<Float>(in_direction(m.direction, [&] {
          volatile Float result = function();
          return Float(result);
        }));
      };
      const auto text = [&] { return a.get_str(16) + ", " + b.get_str(16); };
      ASSERT_EQ(arithmetic.add(a, b), apply([&] { return x + y; })) << text() << " " << m.direction;
      ASSERT_EQ(arithmetic.mul(a, b), apply([&] { return x * y; })) << text() << " " << m.direction;
      ASSERT_EQ(arithmetic.div(a, b), apply([&] { return x / y; })) << text() << " " << m.direction;
    });
  }
}

TYPED_TEST(HardwareTest, Comparisons) {
  using Float = typename TypeParam::Type;
  this->for_pairs([&](const mpz_class& a, const mpz_class& b) {
    volatile Float x = decode_as<Float>(a);
    volatile Float y = decode_as<Float>(b);
    ASSERT_EQ(float_eq(this->format, a, b), x == y) << a << " " << b;
    ASSERT_EQ(float_lt(this->format, a, b), x < y) << a << " " << b;
    ASSERT_EQ(float_le(this->format, a, b), x <= y) << a << " " << b;
  });
}

TYPED_TEST(HardwareTest, ConversionsFromIntegers) {
  using Float = typename TypeParam::Type;
  std::mt19937_64 random(5);
  for (const HardwareMode& m : hardware_modes) {
    const FloatArithmetic arithmetic(this->format, m.mode);
    const auto check = [&](auto integer, const mpz_class& number) {
      volatile auto source = integer;
      const Float result = in_direction(m.direction, [&] {
        volatile Float converted = static_cast<Float>(source);
        return Float(converted);
      });
      ASSERT_EQ(arithmetic.from_integer(number), encode<Float>(result)) << number << " " << m.direction;
    };
    for (int i = 0; i < 2000; ++i) {
      // The words have few ones, many ones, or are close to a power of two.
      const std::uint64_t word = (random() >> (random() % 64)) << (random() % 8 == 0 ? random() % 64 : 0);
      check(static_cast<std::int32_t>(word), mpz_class(static_cast<std::int32_t>(word)));
      check(static_cast<std::uint32_t>(word), mpz_class(static_cast<std::uint32_t>(word)));
      check(static_cast<std::int64_t>(word), mpz_class(static_cast<long>(word)));
      check(word, mpz_class(static_cast<unsigned long>(word)));
    }
    check(std::int64_t{0}, 0);
    check(std::numeric_limits<std::int64_t>::min(), mpz_class(std::numeric_limits<long>::min()));
  }
}

TYPED_TEST(HardwareTest, TruncationToIntegers) {
  using Float = typename TypeParam::Type;
  const HardwareMode toward_zero = hardware_modes[1];
  this->for_numbers([&](const mpz_class& a) {
    volatile Float x = decode_as<Float>(a);
    const auto integer = [&](std::uint32_t bits) {
      return to_integer(this->format, RoundingMode::TowardZero, a, bits);
    };
    // The conversion of other numbers has no defined result.
    if (integer(32))
      this->expect_conversion_to_integer(toward_zero, a, integer(32), static_cast<std::int32_t>(x));
    if (integer(64))
      this->expect_conversion_to_integer(toward_zero, a, integer(64), static_cast<std::int64_t>(x));
    if (integer(65) && *integer(65) >= 0)
      this->expect_conversion_to_integer(toward_zero, a, integer(65), static_cast<std::uint64_t>(x));
  });
}

/// Formats that C++ can convert: all pairs.
template <typename Float, typename Result>
void check_conversion(const mpz_class& a, const HardwareMode& m) {
  volatile Float x = decode_as<Float>(a);
  const Result result = in_direction(m.direction, [&] {
    volatile Result converted = static_cast<Result>(x);
    return Result(converted);
  });
  const mpz_class exact = FloatArithmetic(format_of<Result>, m.mode).from_float(format_of<Float>, a);
  ASSERT_EQ(exact, encode<Result>(result)) << a.get_str(16) << " from " << format_of<Float>.code() << " to "
                                           << format_of<Result>.code() << " in direction " << m.direction;
}

TYPED_TEST(HardwareTest, ConversionsBetweenFormats) {
  using Float = typename TypeParam::Type;
  for (const HardwareMode& m : hardware_modes) {
    this->for_numbers([&](const mpz_class& a) {
      check_conversion<Float, Half>(a, m);
      check_conversion<Float, float>(a, m);
      check_conversion<Float, double>(a, m);
      check_conversion<Float, long double>(a, m);
      check_conversion<Float, Quad>(a, m);
    });
    // Neighbours of numbers of narrower formats, also of their subnormal numbers and their limits.
    for (const FloatFormat narrow : {float16, float32, float64, float80}) {
      SampleEncodings samples(narrow, 19);
      if (narrow.significand_bits >= this->format.significand_bits) continue;
      for (int i = 0; i < 1000; ++i) {
        const mpz_class sample = samples.random();
        if (is_nan(narrow, sample) || is_infinite(narrow, sample)) continue;
        const mpz_class wide =
            FloatArithmetic(this->format, RoundingMode::TowardZero).from_float(narrow, sample);
        const mpz_class half =
            wide ^ (mpz_class(1) << (this->format.significand_bits - narrow.significand_bits - 1));
        for (const mpz_class& a : {wide, half, mpz_class(wide ^ 1), mpz_class(half ^ 1)}) {
          check_conversion<Float, Half>(a, m);
          check_conversion<Float, float>(a, m);
          check_conversion<Float, double>(a, m);
        }
      }
    }
  }
}

/// Functions of <cmath>, which does not have them for Half and Quad.
template <typename FloatTag>
class HardwareMathTest : public HardwareTest<FloatTag> {};
using MathTypes = ::testing::Types<Tag<float>, Tag<double>, Tag<long double>>;
TYPED_TEST_SUITE(HardwareMathTest, MathTypes);

TYPED_TEST(HardwareMathTest, SquareRootsAndIntegralNumbers) {
  using Float = typename TypeParam::Type;
  for (const HardwareMode& m : hardware_modes) {
    const FloatArithmetic arithmetic(this->format, m.mode);
    this->for_numbers([&](const mpz_class& a) {
      volatile Float x = decode_as<Float>(a);
      const Float root = in_direction(m.direction, [&] { return std::sqrt(Float(x)); });
      ASSERT_EQ(arithmetic.sqrt(a), encode<Float>(root)) << a << " " << m.direction;
      const Float integral = in_direction(m.direction, [&] { return std::rint(Float(x)); });
      ASSERT_EQ(arithmetic.round_to_integral(a), encode<Float>(integral)) << a << " " << m.direction;
    });
  }
}

TYPED_TEST(HardwareMathTest, RoundsTiesAwayFromZeroToIntegralNumbers) {
  using Float = typename TypeParam::Type;
  const FloatArithmetic arithmetic(this->format, RoundingMode::NearestAway);
  this->for_numbers([&](const mpz_class& a) {
    ASSERT_EQ(arithmetic.round_to_integral(a), encode<Float>(std::round(decode_as<Float>(a)))) << a;
  });
}

TYPED_TEST(HardwareMathTest, IntegersInTheCurrentDirection) {
  using Float = typename TypeParam::Type;
  for (const HardwareMode& m : hardware_modes) {
    this->for_numbers([&](const mpz_class& a) {
      const auto exact = to_integer(this->format, m.mode, a, 64);
      if (!exact) return;
      volatile Float x = decode_as<Float>(a);
      const long long result = in_direction(m.direction, [&] { return std::llrint(Float(x)); });
      this->expect_conversion_to_integer(m, a, exact, result);
    });
  }
}

TYPED_TEST(HardwareMathTest, FusedMultiplyAdd) {
  using Float = typename TypeParam::Type;
  SampleEncodings samples(this->format, 20);
  for (const HardwareMode& m : hardware_modes) {
    const FloatArithmetic arithmetic(this->format, m.mode);
    const auto check = [&](const mpz_class& a, const mpz_class& b, const mpz_class& c) {
      volatile Float x = decode_as<Float>(a);
      volatile Float y = decode_as<Float>(b);
      volatile Float z = decode_as<Float>(c);
      const Float result = in_direction(m.direction, [&] {
        volatile Float sum = std::fma(Float(x), Float(y), Float(z));
        return Float(sum);
      });
      ASSERT_EQ(arithmetic.fma(a, b, c), encode<Float>(result))
          << a.get_str(16) << ", " << b.get_str(16) << ", " << c.get_str(16) << " " << m.direction;
    };
    for (const mpz_class& a : samples.special())
      for (const mpz_class& b : samples.special())
        for (int i = 0; i < 4; ++i) check(a, b, samples.any_special());
    for (int i = 0; i < 3000; ++i) {
      const mpz_class a = samples.random();
      const mpz_class b = samples.random();
      // A sum with cancellation: the third number is close to the negated product.
      const mpz_class close = arithmetic.mul(a, b) ^ this->format.sign_bit();
      check(a, b, samples.random_near(i % 2 == 0 ? close : a));
    }
  }
}

}  // namespace
}  // namespace pendulum::term
