// The backward sweep of interval propagation: from the set of a term to the sets of its children.
#include <algorithm>

#include "smt/intervals/float_range.h"
#include "smt/intervals/propagation.h"
#include "term/signature/kind_info.h"

namespace pendulum::smt {

using term::FloatFormat;
using term::Kind;
using term::Term;

namespace {

/// Highest number whose order is at most `order`, and lowest one whose order is at least `order`.
Rank upper_rank(Rank order) {
  return order >= 0 ? order : order - 1;
}
Rank lower_rank(Rank order) {
  return order > 0 ? order : order - 1;
}

/// A comparison that holds, as left < right or left <= right.
struct Order {
  std::size_t left, right;  ///< children
  bool is_strict;
};
Order order_of(Kind kind, bool value) {
  const bool is_strict = kind == Kind::BvUlt || kind == Kind::BvSlt || kind == Kind::FloatLt;
  return value ? Order{0, 1, is_strict} : Order{1, 0, !is_strict};
}

Word with_sign(Word word, Word sign_bit, bool is_set) {
  return is_set ? word | sign_bit : word & ~sign_bit;
}

}  // namespace

void Propagation::narrow_children(const Node& node, const WordSet& value) {
  switch (static_cast<int>(node.term.kind())) {
    case static_cast<int>(Kind::Ite):
      return narrow_ite(node, value);
    case static_cast<int>(Kind::BvAnd):
    case static_cast<int>(Kind::BvXor):
      return narrow_sign_operation(node, value);
    case static_cast<int>(Kind::BvZeroExtend):
    case static_cast<int>(Kind::BvSignExtend):
    case static_cast<int>(Kind::BvExtract):
      return narrow_structure(node, value);
    case static_cast<int>(Kind::FloatToFloat):
      return narrow_widened(node, value);
    default:
      if (node.term.sort().is_bool() && value.is_single()) narrow_condition(node, value.value() != 0);
  }
}

void Propagation::narrow_condition(const Node& node, bool value) {
  switch (static_cast<int>(node.term.kind())) {
    case static_cast<int>(Kind::Not):
      return narrow(node.children[0], WordSet::truth(!value));
    case static_cast<int>(Kind::And):
    case static_cast<int>(Kind::Or):
      return narrow_connective(node, value);
    case static_cast<int>(Kind::Eq):
      return narrow_equality(node, value);
    case static_cast<int>(Kind::BvUlt):
    case static_cast<int>(Kind::BvUle):
    case static_cast<int>(Kind::BvSlt):
    case static_cast<int>(Kind::BvSle):
      return narrow_order(node, value);
    case static_cast<int>(Kind::FloatEq):
    case static_cast<int>(Kind::FloatLt):
    case static_cast<int>(Kind::FloatLe):
      return narrow_float_comparison(node, value);
    default:
      return;
  }
}

void Propagation::narrow_connective(const Node& node, bool value) {
  const bool neutral = node.term.kind() == Kind::And;
  if (value == neutral) {
    for (const std::uint32_t child : node.children) narrow(child, WordSet::truth(neutral));
    return;
  }
  // One child has to be absorbing. If all others are neutral, it is this one.
  const auto is_open = [&](std::uint32_t child) { return !sets_[child].is(neutral); };
  const auto first = std::ranges::find_if(node.children, is_open);
  if (first == node.children.end()) {
    is_empty_ = true;
  } else if (std::none_of(first + 1, node.children.end(), is_open)) {
    narrow(*first, WordSet::truth(!neutral));
  }
}

void Propagation::narrow_ite(const Node& node, const WordSet& value) {
  if (set(node, 1).meet(value).is_empty()) narrow(node.children[0], WordSet::truth(false));
  if (is_empty_) return;
  if (set(node, 2).meet(value).is_empty()) narrow(node.children[0], WordSet::truth(true));
  if (is_empty_ || !set(node, 0).is_single()) return;
  narrow(node.children[set(node, 0).is(true) ? 1 : 2], value);
}

void Propagation::narrow_equality(const Node& node, bool value) {
  if (value) {
    narrow(node.children[0], set(node, 1));
    if (!is_empty_) narrow(node.children[1], set(node, 0));
    return;
  }
  for (const std::size_t i : {0, 1})
    if (!is_empty_ && set(node, i).is_single())
      narrow(node.children[1 - i], set(node, 1 - i).without(set(node, i).value()));
}

void Propagation::narrow_order(const Node& node, bool value) {
  const Kind kind = node.term.kind();
  const bool is_signed = kind == Kind::BvSlt || kind == Kind::BvSle;
  const auto [left, right, is_strict] = order_of(kind, value);
  const std::uint32_t width = set(node, left).width();
  const WideInteger step = is_strict ? 1 : 0, modulus = WideInteger{1} << width;
  const WideInteger least = is_signed ? -modulus / 2 : 0, greatest = least + modulus - 1;
  const auto between = [&](WideInteger low, WideInteger high) {
    return low > high ? WordSet::empty(width) : WordSet::integers(width, low, high);
  };
  const WordSet &a = set(node, left), &b = set(node, right);
  narrow(node.children[left],
         between(least, (is_signed ? b.signed_max() : WideInteger{b.unsigned_max()}) - step));
  if (is_empty_) return;
  narrow(node.children[right],
         between((is_signed ? a.signed_min() : WideInteger{a.unsigned_min()}) + step, greatest));
}

/// A comparison that does not hold states an order only if no operand is a NaN.
void Propagation::narrow_float_comparison(const Node& node, bool value) {
  const FloatFormat format = format_of(node);
  if (format.width() > WordSet::max_width) return;
  const bool is_equality = node.term.kind() == Kind::FloatEq;
  const auto [left, right, is_strict] = order_of(node.term.kind(), value);
  const FloatRange a = float_range(format, set(node, left)), b = float_range(format, set(node, right));
  if (!value && (is_equality || a.has_nan || b.has_nan)) return;
  if (!a.has_numbers() || !b.has_numbers()) {
    is_empty_ = true;
    return;
  }
  const Rank step = is_strict && !is_equality ? 1 : 0, limit = infinity_rank(format);
  FloatRange below{-1 - limit, upper_rank(order_of(b.high) - step)};
  FloatRange above{lower_rank(order_of(a.low) + step), limit};
  if (is_equality) {
    below.low = above.low = lower_rank(std::max(order_of(a.low), order_of(b.low)));
    below.high = above.high = upper_rank(std::min(order_of(a.high), order_of(b.high)));
  }
  narrow(node.children[left], all_words(format, below));
  if (!is_empty_) narrow(node.children[right], all_words(format, above));
}

/// The absolute value of a floating-point number is a conjunction with a mask, and the negation flips the
/// sign bit. Both determine the other bits of the operand.
void Propagation::narrow_sign_operation(const Node& node, const WordSet& value) {
  const bool is_flip = node.term.kind() == Kind::BvXor;
  for (const std::size_t i : {0, 1}) {
    const WordSet& constant = set(node, i);
    const Word top = value.top_bit();
    if (!constant.is_single() || constant.value() != (is_flip ? top : top - 1)) continue;
    WordSet operand = WordSet::empty(value.width());
    for (const bool sign : {false, true}) {
      const WordInterval& half = value.half(is_flip ? !sign : false);
      if (!half.is_empty())
        operand.set_half(sign, {with_sign(half.low, top, sign), with_sign(half.high, top, sign)});
    }
    narrow(node.children[1 - i], operand);
    return;
  }
}

void Propagation::narrow_structure(const Node& node, const WordSet& value) {
  const WordSet& operand = set(node, 0);
  const std::uint32_t width = operand.width();
  switch (static_cast<int>(node.term.kind())) {
    case static_cast<int>(Kind::BvZeroExtend): {
      const Word high = std::min(value.unsigned_max(), operand.mask());
      const bool is_possible = value.unsigned_min() <= high;
      return narrow(node.children[0], is_possible ? WordSet::unsigned_range(width, value.unsigned_min(), high)
                                                  : WordSet::empty(width));
    }
    case static_cast<int>(Kind::BvSignExtend): {
      const WideInteger limit = WideInteger{1} << (width - 1);
      const WideInteger low = std::max(value.signed_min(), -limit),
                        high = std::min(value.signed_max(), limit - 1);
      return narrow(node.children[0],
                    low <= high ? WordSet::integers(width, low, high) : WordSet::empty(width));
    }
    default: {
      const std::uint32_t low = node.term.parameter(1);
      if (node.term.parameter(0) != width - 1) return;  // Only the high bits bound a number.
      const Word rest = (Word{1} << low) - 1;
      return narrow(node.children[0], WordSet::unsigned_range(width, value.unsigned_min() << low,
                                                              value.unsigned_max() << low | rest));
    }
  }
}

/// A conversion to a format with more numbers is exact, so the bounds of the result are bounds of the
/// operand, rounded inwards.
void Propagation::narrow_widened(const Node& node, const WordSet& value) {
  const FloatFormat from = format_of(node), to = FloatFormat::from_code(node.term.parameter(1));
  if (from.exponent_bits > to.exponent_bits || from.significand_bits > to.significand_bits) return;
  if (from.width() > WordSet::max_width || to.width() > WordSet::max_width) return;
  const FloatRange range = float_range(to, value);
  FloatRange operand{.has_nan = range.has_nan};
  if (range.has_numbers()) {
    const auto rounded = [&](Rank rank, term::RoundingMode mode) {
      const term::FloatOperator narrowing{Kind::FloatToFloat, to.code(), from.code()};
      const Word words[] = {static_cast<Word>(mode), encoding_of(to, rank)};
      return rank_of(from, term::evaluate_float_word(narrowing, words));
    };
    operand.low = rounded(range.low, term::RoundingMode::Upward);
    operand.high = rounded(range.high, term::RoundingMode::Downward);
  }
  narrow(node.children[1], all_words(from, operand));
}

}  // namespace pendulum::smt
