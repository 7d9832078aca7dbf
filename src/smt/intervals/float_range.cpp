#include "smt/intervals/float_range.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "term/ieee754/float_arithmetic.h"
#include "term/signature/kind_info.h"

namespace pendulum::smt {

using term::FloatFormat;
using term::FloatOperator;
using term::Kind;
using term::RoundingMode;

namespace {

Word infinity_of(FloatFormat format) {
  return ((Word{1} << format.exponent_bits) - 1) << format.fraction_bits();
}
Word sign_of(FloatFormat format) {
  return Word{1} << (format.width() - 1);
}

/// One operator with its rounding mode, applied to ranges.
class Image {
 public:
  Image(const FloatOperator& op, RoundingMode mode)
      : op_(op),
        mode_(mode),
        format_(FloatFormat::from_code(op.parameter0)),
        result_(op.kind == Kind::FloatToFloat ? FloatFormat::from_code(op.parameter1) : format_) {}

  FloatRange add(const FloatRange& a, const FloatRange& b) const;
  FloatRange multiply(const FloatRange& a, const FloatRange& b) const;
  FloatRange square(const FloatRange& a) const;
  FloatRange divide(const FloatRange& a, const FloatRange& b) const;
  FloatRange fma(const FloatRange& a, const FloatRange& b, const FloatRange& c) const;
  FloatRange sqrt(const FloatRange& a) const;
  /// Rounding to integers, and conversions to another format.
  FloatRange monotone(const FloatRange& a) const;
  WordSet from_integer(const WordSet& integers) const;
  WordSet to_integer(const FloatRange& a, bool is_signed) const;

  FloatFormat format() const { return format_; }
  FloatFormat result() const { return result_; }

 private:
  /// The result for encodings of numbers; no value for NaN.
  std::optional<Rank> apply(std::initializer_list<Word> operands) const;
  std::optional<Rank> at(std::initializer_list<Rank> operands) const;
  bool has_infinity(const FloatRange& a) const { return a.low == -1 - limit() || a.high == limit(); }
  Rank limit() const { return infinity_rank(format_); }
  FloatRange everything(bool has_nan) const {
    return {-1 - infinity_rank(result_), infinity_rank(result_), has_nan};
  }
  /// The numbers between the results, with both zeros if one of them is a bound. Everything if a result is a
  /// NaN, because it may stand between large results.
  FloatRange hull(std::initializer_list<std::optional<Rank>> results, bool has_nan) const;

  FloatOperator op_;
  RoundingMode mode_;
  FloatFormat format_;
  FloatFormat result_;
};

std::optional<Rank> Image::apply(std::initializer_list<Word> operands) const {
  std::array<Word, 4> words{static_cast<Word>(mode_)};
  PENDULUM_DCHECK(operands.size() < words.size(), "an operator should have at most three numbers");
  std::ranges::copy(operands, words.begin() + 1);
  const Word result = term::evaluate_float_word(op_, std::span(words.data(), operands.size() + 1));
  if ((result & (sign_of(result_) - 1)) > infinity_of(result_)) return std::nullopt;
  return rank_of(result_, result);
}

std::optional<Rank> Image::at(std::initializer_list<Rank> operands) const {
  std::array<Word, 3> words{};
  std::ranges::transform(operands, words.begin(), [&](Rank rank) { return encoding_of(format_, rank); });
  if (operands.size() == 1) return apply({words[0]});
  if (operands.size() == 2) return apply({words[0], words[1]});
  return apply({words[0], words[1], words[2]});
}

FloatRange Image::hull(std::initializer_list<std::optional<Rank>> results, bool has_nan) const {
  if (std::ranges::any_of(results, [](const auto& rank) { return !rank.has_value(); }))
    return everything(has_nan);
  FloatRange range{std::ranges::min(results).value(), std::ranges::max(results).value(), has_nan};
  // The rounding mode and the operands determine the sign of a result 0.
  if (range.low == 0) range.low = -1;
  if (range.high == -1) range.high = 0;
  return range;
}

FloatRange Image::add(const FloatRange& a, const FloatRange& b) const {
  const bool has_nan = a.has_nan || b.has_nan || (has_infinity(a) && has_infinity(b));
  return hull({at({a.low, b.low}), at({a.high, b.high})}, has_nan);
}

FloatRange Image::multiply(const FloatRange& a, const FloatRange& b) const {
  const bool has_nan = a.has_nan || b.has_nan || (a.contains_zero() && has_infinity(b)) ||
                       (b.contains_zero() && has_infinity(a));
  return hull({at({a.low, b.low}), at({a.low, b.high}), at({a.high, b.low}), at({a.high, b.high})}, has_nan);
}

FloatRange Image::square(const FloatRange& a) const {
  FloatRange range = hull({at({a.low, a.low}), at({a.high, a.high})}, a.has_nan);
  if (a.contains_zero()) range.low = -1;
  return range;
}

FloatRange Image::divide(const FloatRange& a, const FloatRange& b) const {
  const bool has_nan = a.has_nan || b.has_nan || (a.contains_zero() && b.contains_zero()) ||
                       (has_infinity(a) && has_infinity(b));
  // The quotient is monotone in the divisor only among divisors of the same sign.
  if (b.low < 0 && b.high >= 0) return everything(has_nan);
  return hull({at({a.low, b.low}), at({a.low, b.high}), at({a.high, b.low}), at({a.high, b.high})}, has_nan);
}

FloatRange Image::fma(const FloatRange& a, const FloatRange& b, const FloatRange& c) const {
  const bool has_nan =
      a.has_nan || b.has_nan || c.has_nan || has_infinity(a) || has_infinity(b) || has_infinity(c);
  if (has_nan) return everything(true);
  return hull({at({a.low, b.low, c.low}), at({a.low, b.high, c.low}), at({a.high, b.low, c.low}),
               at({a.high, b.high, c.low}), at({a.low, b.low, c.high}), at({a.low, b.high, c.high}),
               at({a.high, b.low, c.high}), at({a.high, b.high, c.high})},
              false);
}

FloatRange Image::sqrt(const FloatRange& a) const {
  const bool has_nan = a.has_nan || a.low < -1;
  if (a.high < -1) return {.has_nan = true};
  return hull({at({std::max<Rank>(a.low, -1)}), at({a.high})}, has_nan);
}

FloatRange Image::monotone(const FloatRange& a) const {
  return hull({at({a.low}), at({a.high})}, a.has_nan);
}

WordSet Image::from_integer(const WordSet& integers) const {
  const bool is_signed = op_.kind == Kind::FloatFromSigned;
  const WideInteger low = is_signed ? integers.signed_min() : WideInteger{integers.unsigned_min()};
  const WideInteger high = is_signed ? integers.signed_max() : WideInteger{integers.unsigned_max()};
  const auto word = [&](WideInteger integer) { return static_cast<Word>(integer) & integers.mask(); };
  return computed_words(result_, hull({apply({word(low)}), apply({word(high)})}, false));
}

/// NaNs and numbers that do not fit yield 0.
WordSet Image::to_integer(const FloatRange& a, bool is_signed) const {
  const std::uint32_t width = op_.parameter1;
  PENDULUM_DCHECK(width <= WordSet::max_width, "an integer should have at most 64 bits, not {}", width);
  const WordSet zero = WordSet::single(width, 0);
  if (!a.has_numbers()) return zero;
  const auto integer = [&](Rank rank) {
    return term::to_integer(format_, mode_, mpz_class(encoding_of(format_, rank)),
                            width + (is_signed ? 0 : 1));
  };
  const std::optional<mpz_class> low = integer(a.low), high = integer(a.high);
  if (!low || !high || (!is_signed && *low < 0)) return WordSet::all(width);
  const auto wide = [](const mpz_class& number) {
    const mpz_class magnitude = abs(number);
    const auto result = static_cast<WideInteger>(magnitude.get_ui());
    return number < 0 ? -result : result;
  };
  const WordSet fitting = WordSet::integers(width, wide(*low), wide(*high));
  return a.has_nan ? fitting.join(zero) : fitting;
}

}  // namespace

Rank rank_of(FloatFormat format, Word encoding) {
  const auto magnitude = static_cast<Rank>(encoding & (sign_of(format) - 1));
  return (encoding & sign_of(format)) != 0 ? -1 - magnitude : magnitude;
}

Word encoding_of(FloatFormat format, Rank rank) {
  return rank >= 0 ? static_cast<Word>(rank) : static_cast<Word>(-1 - rank) | sign_of(format);
}

double number_of(FloatFormat format, Rank rank) {
  const Word magnitude = encoding_of(format, rank) & ((Word{1} << (format.width() - 1)) - 1);
  const auto field = static_cast<int>(magnitude >> format.fraction_bits());
  const Word fraction = magnitude & ((Word{1} << format.fraction_bits()) - 1);
  const int bias = (1 << (format.exponent_bits - 1)) - 1;
  const double significand = static_cast<double>(fraction) +
                             (field == 0 ? 0.0 : std::ldexp(1.0, static_cast<int>(format.fraction_bits())));
  const double number =
      std::ldexp(significand, std::max(field, 1) - bias - static_cast<int>(format.fraction_bits()));
  return std::copysign(std::min(number, std::numeric_limits<double>::max()), rank < 0 ? -1.0 : 1.0);
}

Rank infinity_rank(FloatFormat format) {
  return static_cast<Rank>(infinity_of(format));
}

FloatRange float_range(FloatFormat format, const WordSet& set) {
  PENDULUM_DCHECK(set.width() == format.width(), "a number should have {} bits", format.width());
  const Rank limit = infinity_rank(format);
  FloatRange range{limit + 1, -2 - limit, false};
  for (const bool is_negative : {true, false}) {
    const WordInterval& half = set.half(is_negative);
    if (half.is_empty()) continue;
    // The magnitudes of both halves grow with the words.
    const Word least = half.low & ~sign_of(format), greatest = half.high & ~sign_of(format);
    range.has_nan |= greatest > infinity_of(format);
    if (least > infinity_of(format)) continue;
    const Word last = half.low + (std::min(greatest, infinity_of(format)) - least);
    range.low = std::min(range.low, rank_of(format, is_negative ? last : half.low));
    range.high = std::max(range.high, rank_of(format, is_negative ? half.low : last));
  }
  return range;
}

namespace {

WordSet number_words(FloatFormat format, const FloatRange& range) {
  WordSet result = WordSet::empty(format.width());
  if (!range.has_numbers()) return result;
  if (range.high >= 0)
    result.set_half(false,
                    {encoding_of(format, std::max<Rank>(range.low, 0)), encoding_of(format, range.high)});
  if (range.low < 0)
    result.set_half(true,
                    {encoding_of(format, std::min<Rank>(range.high, -1)), encoding_of(format, range.low)});
  return result;
}

}  // namespace

WordSet computed_words(FloatFormat format, const FloatRange& range) {
  const WordSet numbers = number_words(format, range);
  if (!range.has_nan) return numbers;
  return numbers.join(WordSet::single(format.width(), format.computed_nan().get_ui()));
}

WordSet all_words(FloatFormat format, const FloatRange& range) {
  const WordSet numbers = number_words(format, range);
  if (!range.has_nan) return numbers;
  WordSet nans = WordSet::all(format.width());
  nans.set_half(false, {infinity_of(format) + 1, sign_of(format) - 1});
  nans.set_half(true, {(sign_of(format) | infinity_of(format)) + 1, nans.mask()});
  return numbers.join(nans);
}

WordSet float_image(const FloatOperator& op, RoundingMode mode, std::span<const WordSet> operands,
                    bool is_square) {
  const Image image(op, mode);
  if (op.kind == Kind::FloatFromSigned || op.kind == Kind::FloatFromUnsigned)
    return image.from_integer(operands[0]);
  std::array<FloatRange, 3> ranges;
  PENDULUM_CHECK(operands.size() <= ranges.size(), "an operator should have at most three numbers");
  bool has_numbers = true;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    ranges[i] = float_range(image.format(), operands[i]);
    has_numbers = has_numbers && ranges[i].has_numbers();
  }
  const auto& [a, b, c] = ranges;
  if (op.kind == Kind::FloatToSigned || op.kind == Kind::FloatToUnsigned)
    return image.to_integer(a, op.kind == Kind::FloatToSigned);
  if (!has_numbers) return computed_words(image.result(), {.has_nan = true});
  const auto range = [&] {
    switch (static_cast<int>(op.kind)) {
      case static_cast<int>(Kind::FloatAdd):
        return image.add(a, b);
      case static_cast<int>(Kind::FloatMul):
        return is_square ? image.square(a) : image.multiply(a, b);
      case static_cast<int>(Kind::FloatDiv):
        return image.divide(a, b);
      case static_cast<int>(Kind::FloatFma):
        return image.fma(a, b, c);
      case static_cast<int>(Kind::FloatSqrt):
        return image.sqrt(a);
      default:
        PENDULUM_CHECK(op.kind == Kind::FloatRound || op.kind == Kind::FloatToFloat,
                       "an operator should have a rule for intervals");
        return image.monotone(a);
    }
  }();
  return computed_words(image.result(), range);
}

}  // namespace pendulum::smt
