// Floating-point operators on machine words. evaluate_float takes about a microsecond, so that frequent cases
// have quicker code here: comparisons, and operations on float32 and float64 by the processor.
//
// Soundness: the processor computes only results that do not depend on its settings. It must round to the
// nearest even number at the moment, which is tested by additions before each operation (PPL, for example,
// changes the rounding direction). The operands are normal numbers or zeros and the result is a normal
// number, so that neither NaNs and infinities nor the treatment of subnormal numbers as zeros matter. All
// other cases are computed by evaluate_float.
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

/// Returns the result if the processor can compute it and it is a normal number.
std::optional<Word> evaluate_natively(const FloatOperator& op, std::span<const Word> operands) {
  const FloatFormat format = FloatFormat::from_code(op.parameter0);
  if (format != float32 && format != float64) return std::nullopt;
  if (rounding_mode(operands[0]) != RoundingMode::NearestEven) return std::nullopt;
  for (const Word operand : operands.subspan(1))
    if (!is_normal_or_zero(format, operand)) return std::nullopt;
  const bool is_single = format == float32;
  if (is_single ? !Native32::rounds_to_nearest_even() : !Native64::rounds_to_nearest_even())
    return std::nullopt;
  FloatFormat result_format = format;
  std::optional<Word> result;
  if (op.kind == Kind::FloatToFloat) {
    result_format = FloatFormat::from_code(op.parameter1);
    if (is_single && result_format == float64)
      result = Native64::encode(static_cast<double>(Native32::decode(operands[1])));
    if (!is_single && result_format == float32)
      result = Native32::encode(static_cast<float>(Native64::decode(operands[1])));
  } else if (sort_rule(op.kind) == SortRule::Floats) {
    result = is_single ? Native32::arithmetic(op.kind, operands) : Native64::arithmetic(op.kind, operands);
  }
  return result && is_normal(result_format, *result) ? result : std::nullopt;
}

}  // namespace

std::uint64_t evaluate_float_word(const FloatOperator& op, std::span<const std::uint64_t> operands) {
  if (is_float_comparison(op.kind)) {
    const FloatFormat format = FloatFormat::from_code(op.parameter0);
    return compare(op.kind, format, operands[0], operands[1]) ? 1 : 0;
  }
  if (sort_rule(op.kind) == SortRule::Floats || op.kind == Kind::FloatToFloat) {
    if (const auto result = evaluate_natively(op, operands)) return *result;
  }
  const std::vector<mpz_class> numbers(operands.begin(), operands.end());
  return evaluate_float(op, numbers).get_ui();
}

}  // namespace pendulum::term
