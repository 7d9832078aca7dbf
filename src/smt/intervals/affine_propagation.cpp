// The part of Propagation that uses affine forms: bounds of sums, products and differences of numbers that
// depend on each other. The number of each term with a form is finite in the whole box.
#include <bit>
#include <cmath>

#include "smt/intervals/float_range.h"
#include "smt/intervals/propagation.h"
#include "term/ieee754/float_arithmetic.h"
#include "term/signature/kind_info.h"

namespace pendulum::smt {

using term::FloatFormat;
using term::Kind;
using term::RoundingMode;
using term::Term;

namespace {

bool fits_double(FloatFormat format) {
  return format.exponent_bits <= term::float64.exponent_bits &&
         format.significand_bits <= term::float64.significand_bits;
}

/// The position of a number, rounded to a format. Requires: the number is not larger than all numbers of it.
Rank rounded_rank(FloatFormat format, double number, RoundingMode mode) {
  const auto encoding = std::bit_cast<std::uint64_t>(number);
  if (format == term::float64) return rank_of(format, encoding);
  if (format == term::float32) {
    auto narrow = static_cast<float>(number);
    const bool is_down = mode == RoundingMode::Downward;
    if (is_down ? static_cast<double>(narrow) > number : static_cast<double>(narrow) < number)
      narrow = std::nextafter(narrow, is_down ? -INFINITY : INFINITY);
    return rank_of(format, std::bit_cast<std::uint32_t>(narrow));
  }
  const mpz_class result = term::FloatArithmetic(format, mode).from_float(term::float64, mpz_class(encoding));
  return rank_of(format, result.get_ui());
}

/// The numbers of the interval, and those between which the interval is. Both zeros are equal.
WordSet rounded_words(FloatFormat format, RealInterval interval) {
  FloatRange range{rounded_rank(format, interval.low, RoundingMode::Downward),
                   rounded_rank(format, interval.high, RoundingMode::Upward), false};
  if (range.low == 0) range.low = -1;
  if (range.high == -1) range.high = 0;
  return computed_words(format, range);
}

/// Bounds of the difference between the rounded and the exact result of an operator.
RealInterval rounding_error(Kind kind, FloatFormat format, RoundingMode mode, double magnitude) {
  const bool is_nearest = mode == RoundingMode::NearestEven || mode == RoundingMode::NearestAway;
  const int exponent = -static_cast<int>(format.significand_bits) + (is_nearest ? 0 : 1);
  double error = std::nextafter(std::ldexp(magnitude, exponent), INFINITY);
  // Sums of small numbers are exact.
  if (kind != Kind::FloatAdd) error = std::nextafter(error + number_of(format, 1), INFINITY);
  return {-error, error};
}

/// Bounds of the difference between a number and the integral number to which it is rounded.
RealInterval rounding_to_integer(RoundingMode mode) {
  switch (mode) {
    case RoundingMode::NearestEven:
    case RoundingMode::NearestAway:
      return {-0.5, 0.5};
    case RoundingMode::Upward:
      return {0, 1};
    case RoundingMode::Downward:
      return {-1, 0};
    case RoundingMode::TowardZero:
      return {-1, 1};
  }
  return {-1, 1};
}

}  // namespace

std::optional<RealInterval> Propagation::finite_range(std::uint32_t index, FloatFormat format) const {
  if (!fits_double(format) || sets_[index].width() != format.width()) return std::nullopt;
  const FloatRange range = float_range(format, sets_[index]);
  const Rank limit = infinity_rank(format);
  const bool is_finite =
      range.has_numbers() && !range.has_nan && range.low > -1 - limit && range.high < limit;
  if (!is_finite) return std::nullopt;
  return RealInterval{number_of(format, range.low), number_of(format, range.high)};
}

std::optional<AffineForm> Propagation::form(std::uint32_t index, FloatFormat format) const {
  const std::optional<RealInterval> range = finite_range(index, format);
  if (!range) return std::nullopt;
  if (range->low == range->high) return AffineForm::constant(range->low);
  if (forms_[index] && forms_[index]->format == format) return forms_[index]->form;
  const Node& node = nodes_[index];
  const Kind kind = node.term.kind();
  if (kind == Kind::Ite && set(node, 0).is_single())
    return form(node.children[set(node, 0).is(true) ? 1 : 2], format);
  if (kind == Kind::BvXor || kind == Kind::BvAnd) {
    const Word constant = (Word{1} << (format.width() - 1)) - (kind == Kind::BvAnd ? 1 : 0);
    for (const std::size_t i : {0, 1}) {
      const WordSet& other = set(node, 1 - i);
      if (!other.is_single() || other.value() != constant) continue;
      const std::optional<RealInterval> operand = finite_range(node.children[i], format);
      if (!operand) continue;
      const std::optional<AffineForm> result = form(node.children[i], format);
      if (kind == Kind::BvXor || operand->high <= 0) return result->negated();
      if (operand->low >= 0) return result;
    }
  }
  return AffineForm::of_base(index, *range);
}

std::optional<AffineForm> Propagation::square_of_root(const Node& node) const {
  const Node& root = nodes_[node.children[1]];
  if (node.children[1] != node.children[2] || root.term.kind() != Kind::FloatSqrt) return std::nullopt;
  const FloatFormat format = format_of(node);
  const bool has_normal_roots = (std::uint32_t{1} << (format.exponent_bits - 1)) > format.significand_bits;
  if (!has_normal_roots) return std::nullopt;
  const std::optional<AffineForm> operand = form(root.children[1], format);
  if (!operand) return std::nullopt;
  const double magnitude = operand->range().magnitude();
  const double error = std::ldexp(magnitude, 3 - static_cast<int>(format.significand_bits));
  return operand->plus({-error, error});
}

std::optional<AffineForm> Propagation::exact_form(const Node& node, RoundingMode mode) const {
  const FloatFormat format = format_of(node);
  std::vector<AffineForm> operands;
  std::vector<RealInterval> ranges;
  for (std::size_t i = 1; i < node.children.size(); ++i) {
    const std::optional<AffineForm> operand = form(node.children[i], format);
    if (!operand) return std::nullopt;
    operands.push_back(*operand);
    ranges.push_back(*finite_range(node.children[i], format));
  }
  const auto product = [&] {
    if (const std::optional<AffineForm> square = square_of_root(node)) return *square;
    return operands[0].times(ranges[0], operands[1], ranges[1], node.children[1] == node.children[2]);
  };
  switch (static_cast<int>(node.term.kind())) {
    case static_cast<int>(Kind::FloatAdd):
      return operands[0].plus(operands[1]);
    case static_cast<int>(Kind::FloatMul):
      return product();
    case static_cast<int>(Kind::FloatFma):
      return product().plus(operands[2]);
    case static_cast<int>(Kind::FloatDiv): {
      const double divisor = ranges[1].low;
      if (divisor != ranges[1].high || divisor == 0) return std::nullopt;
      // The rounded inverse has a relative error of at most 2^-53 unless it is very small.
      const double inverse = 1 / divisor;
      if (!(std::abs(inverse) > 1e-280) || std::isinf(inverse)) return std::nullopt;
      const double error = std::nextafter(std::abs(inverse) * 0x1p-52 * ranges[0].magnitude(), INFINITY);
      return operands[0].times(inverse).plus({-error, error});
    }
    case static_cast<int>(Kind::FloatSqrt):
      if (ranges[0].low < 0) return std::nullopt;
      return operands[0].square_root(ranges[0]);
    case static_cast<int>(Kind::FloatRound):
      return operands[0].plus(rounding_to_integer(mode));
    case static_cast<int>(Kind::FloatToFloat):
      return operands[0];
    default:
      return std::nullopt;
  }
}

void Propagation::narrow_by_form(std::uint32_t index) {
  const Node& node = nodes_[index];
  const Kind kind = node.term.kind();
  if (term::is_float_comparison(kind)) {
    narrow_comparison_by_forms(index);
    return;
  }
  if (!set(node, 0).is_single()) return;
  const RoundingMode mode = term::rounding_mode(set(node, 0).value());
  const FloatFormat format =
      kind == Kind::FloatToFloat ? FloatFormat::from_code(node.term.parameter(1)) : format_of(node);
  if (!fits_double(format)) return;
  const std::optional<AffineForm> exact = exact_form(node, mode);
  if (!exact) return;
  const RealInterval range = exact->range();
  const double most = number_of(format, infinity_rank(format) - 1);
  if (!(range.magnitude() <= most)) return;
  narrow(index, rounded_words(format, range));
  if (is_empty_) return;
  const bool is_widened = kind == Kind::FloatToFloat &&
                          format_of(node).exponent_bits <= format.exponent_bits &&
                          format_of(node).significand_bits <= format.significand_bits;
  const bool is_exact = kind == Kind::FloatRound || is_widened;
  const AffineForm result =
      is_exact ? *exact : exact->plus(rounding_error(kind, format, mode, range.magnitude()));
  if (result.is_small()) forms_[index] = NumberForm{format, result};
}

void Propagation::narrow_comparison_by_forms(std::uint32_t index) {
  const Node& node = nodes_[index];
  if (sets_[index].is_single()) return;
  const std::optional<AffineForm> a = form(node.children[0], format_of(node));
  const std::optional<AffineForm> b = form(node.children[1], format_of(node));
  if (!a || !b) return;
  const RealInterval difference = a->plus(b->negated()).range();
  const Kind kind = node.term.kind();
  const bool is_less = difference.high < 0, is_greater = difference.low > 0;
  const bool is_true = (kind != Kind::FloatEq && is_less) || (kind == Kind::FloatLe && difference.high <= 0);
  const bool is_false =
      is_greater || (kind == Kind::FloatEq && is_less) || (kind == Kind::FloatLt && difference.low >= 0);
  if (is_true) narrow(index, WordSet::truth(true));
  if (is_false) narrow(index, WordSet::truth(false));
}

}  // namespace pendulum::smt
