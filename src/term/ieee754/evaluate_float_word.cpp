// Floating-point operators on machine words. evaluate_float takes about a microsecond, so that frequent cases
// have quicker code here: comparisons, conversions to integers as in C, and operations on float32 and float64
// by the processor.
//
// Soundness: the processor computes only results that do not depend on its settings. It must round to the
// nearest even number at the moment, which is tested by additions before each operation (PPL, for example,
// changes the rounding direction). Numbers among the operands are normal or zero and the result is a normal
// number, so that neither NaNs and infinities nor the treatment of subnormal numbers as zeros matter. All
// other cases are computed by evaluate_float.
#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <vector>

#include "base/check.h"
#include "term/ieee754/evaluate_float.h"
#include "term/ieee754/rounding.h"
#include "term/signature/kind_info.h"

namespace pendulum::term {

namespace {

static_assert(FLT_EVAL_METHOD == 0, "the processor's float and double should not have extra precision");
static_assert(std::numeric_limits<float>::is_iec559 && std::numeric_limits<double>::is_iec559);

using Word = std::uint64_t;

// Classification of encodings with at most 64 bits.
Word exponent_mask(FloatFormat format) {
  return ((Word{1} << format.exponent_bits) - 1) << format.fraction_bits();
}
Word magnitude_word(FloatFormat format, Word a) {
  return a & ((Word{1} << (format.width() - 1)) - 1);
}
bool is_normal(FloatFormat format, Word a) {
  const Word exponent = a & exponent_mask(format);
  return exponent != 0 && exponent != exponent_mask(format);
}
bool is_normal_or_zero(FloatFormat format, Word a) {
  return is_normal(format, a) || magnitude_word(format, a) == 0;
}

bool compare(Kind kind, FloatFormat format, Word a, Word b) {
  const Word magnitude_a = magnitude_word(format, a);
  const Word magnitude_b = magnitude_word(format, b);
  if (magnitude_a > exponent_mask(format) || magnitude_b > exponent_mask(format)) return false;  // NaN
  // The magnitudes have at most 63 bits.
  const auto ordered_a = static_cast<std::int64_t>(magnitude_a) * (magnitude_a == a ? 1 : -1);
  const auto ordered_b = static_cast<std::int64_t>(magnitude_b) * (magnitude_b == b ? 1 : -1);
  if (kind == Kind::FloatEq) return ordered_a == ordered_b;
  return kind == Kind::FloatLt ? ordered_a < ordered_b : ordered_a <= ordered_b;
}

/// The numbers of a type of C++ as words.
template <typename Float, typename Bits>
struct Native {
  static_assert(sizeof(Float) == sizeof(Bits));

  static Float decode(Word word) {
    const auto bits = static_cast<Bits>(word);
    Float result;
    std::memcpy(&result, &bits, sizeof result);
    return result;
  }
  static Word encode(Float number) {
    Bits bits;
    std::memcpy(&bits, &number, sizeof bits);
    return bits;
  }

  /// Returns true if sums are rounded to the nearest even number: 1 + e/2 is rounded down to 1, and
  /// (1 + e) + e/2 is rounded up to 1 + 2e, where 1 + e is the number after 1. No other rounding direction of
  /// a processor has both properties. The variables are volatile, so that the compiler does not compute the
  /// sums.
  static bool rounds_to_nearest_even() {
    constexpr Float epsilon = std::numeric_limits<Float>::epsilon();
    volatile Float one = 1;
    volatile Float next = 1 + epsilon;
    volatile Float half = epsilon / 2;
    const volatile Float down = one + half;
    const volatile Float up = next + half;
    return down == 1 && up == 1 + 2 * epsilon;
  }

  /// Applies an operator to normal numbers or zeros; no value if it is none of these operators.
  static std::optional<Word> arithmetic(Kind kind, std::span<const Word> operands) {
    const Float a = decode(operands[1]);
    if (kind == Kind::FloatSqrt) return encode(std::sqrt(a));
    if (operands.size() != 3) return std::nullopt;
    const Float b = decode(operands[2]);
    if (kind == Kind::FloatAdd) return encode(a + b);
    if (kind == Kind::FloatMul) return encode(a * b);
    if (kind == Kind::FloatDiv) return encode(a / b);
    return std::nullopt;
  }
};
using Native32 = Native<float, std::uint32_t>;
using Native64 = Native<double, std::uint64_t>;

/// Returns true if the processor rounds results of the format as NearestEven.
bool is_native(FloatFormat format) {
  return (format == float32 && Native32::rounds_to_nearest_even()) ||
         (format == float64 && Native64::rounds_to_nearest_even());
}

/// Operators from numbers to a number.
std::optional<Word> native_arithmetic(const FloatOperator& op, std::span<const Word> operands) {
  const FloatFormat format = FloatFormat::from_code(op.parameter0);
  const auto are_allowed = [&] {
    return std::ranges::all_of(operands.subspan(1), [&](Word a) { return is_normal_or_zero(format, a); });
  };
  if (!is_native(format) || !are_allowed()) return std::nullopt;
  if (op.kind != Kind::FloatToFloat)
    return format == float32 ? Native32::arithmetic(op.kind, operands)
                             : Native64::arithmetic(op.kind, operands);
  const FloatFormat result = FloatFormat::from_code(op.parameter1);
  if (!is_native(result)) return std::nullopt;
  if (format == float32 && result == float64)
    return Native64::encode(static_cast<double>(Native32::decode(operands[1])));
  if (format == float64 && result == float32)
    return Native32::encode(static_cast<float>(Native64::decode(operands[1])));
  return std::nullopt;
}

/// Operators from an integer to a number.
std::optional<Word> native_from_integer(const FloatOperator& op, Word operand) {
  const FloatFormat format = FloatFormat::from_code(op.parameter0);
  auto integer = static_cast<std::int64_t>(operand);
  if (op.kind == Kind::FloatFromSigned) {
    const std::uint32_t unused = 64 - op.integer_width;
    integer = static_cast<std::int64_t>(operand << unused) >> unused;
  } else if (integer < 0) {
    return std::nullopt;
  }
  if (!is_native(format)) return std::nullopt;
  return format == float32 ? Native32::encode(static_cast<float>(integer))
                           : Native64::encode(static_cast<double>(integer));
}

/// Returns the result if the processor can compute it and it is a normal number.
std::optional<Word> evaluate_natively(const FloatOperator& op, std::span<const Word> operands) {
  if (rounding_mode(operands[0]) != RoundingMode::NearestEven) return std::nullopt;
  const bool is_from_integer = sort_rule(op.kind) == SortRule::BitVecToFloat;
  const auto result =
      is_from_integer ? native_from_integer(op, operands[1]) : native_arithmetic(op, operands);
  const std::uint32_t result_code = op.kind == Kind::FloatToFloat ? op.parameter1 : op.parameter0;
  return result && is_normal(FloatFormat::from_code(result_code), *result) ? result : std::nullopt;
}

/// Returns the conversion of a normal number to an integer, rounded toward zero, if the magnitude of the
/// integer has less than 63 bits.
std::optional<Word> truncate(const FloatOperator& op, Word a) {
  const FloatFormat format = FloatFormat::from_code(op.parameter0);
  if (!is_normal(format, a)) return std::nullopt;
  const Word magnitude = magnitude_word(format, a);
  const Word leading_bit = Word{1} << format.fraction_bits();
  const Word significand = leading_bit | (magnitude & (leading_bit - 1));
  const std::int64_t bias = (std::int64_t{1} << (format.exponent_bits - 1)) - 1;
  const std::int64_t exponent = static_cast<std::int64_t>(magnitude >> format.fraction_bits()) - bias;
  if (exponent >= 62) return std::nullopt;
  const std::int64_t shift = exponent - format.fraction_bits();
  const Word integer = exponent < 0 ? 0 : shift >= 0 ? significand << shift : significand >> -shift;
  const bool is_negative = magnitude != a;
  const bool is_signed = op.kind == Kind::FloatToSigned;
  const std::uint32_t width = op.parameter1;
  // The largest magnitude that fits.
  const Word limit =
      (Word{1} << std::min(is_signed ? width - 1 : width, 63U)) - (is_negative && is_signed ? 0 : 1);
  if (integer > limit || (is_negative && !is_signed && integer != 0)) return 0;
  const Word bits = is_negative ? 0 - integer : integer;
  return width == 64 ? bits : bits & ((Word{1} << width) - 1);
}

}  // namespace

std::uint64_t evaluate_float_word(const FloatOperator& op, std::span<const std::uint64_t> operands) {
  if (is_float_comparison(op.kind)) {
    const FloatFormat format = FloatFormat::from_code(op.parameter0);
    return compare(op.kind, format, operands[0], operands[1]) ? 1 : 0;
  }
  std::optional<Word> result;
  if (sort_rule(op.kind) != SortRule::FloatToBitVec) {
    result = evaluate_natively(op, operands);
  } else if (rounding_mode(operands[0]) == RoundingMode::TowardZero) {
    result = truncate(op, operands[1]);
  }
  if (result) return *result;
  const std::vector<mpz_class> numbers(operands.begin(), operands.end());
  return evaluate_float(op, numbers).get_ui();
}

}  // namespace pendulum::term
