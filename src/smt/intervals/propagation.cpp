#include "smt/intervals/propagation.h"

#include <algorithm>

#include "smt/intervals/bitvec_image.h"
#include "smt/intervals/float_range.h"
#include "term/ieee754/rounding.h"
#include "term/signature/kind_info.h"
#include "term/traverse.h"

namespace pendulum::smt {

using term::FloatFormat;
using term::Kind;
using term::Term;

namespace {

/// Maximum number of pairs of sweeps. Further sweeps gain little, and splitting the box gains more.
constexpr unsigned max_rounds = 3;

/// Width of the words of a term; 0 if it has no set.
std::uint32_t width_of(Term term) {
  if (term.sort().is_bool()) return 1;
  return term.sort().is_bitvec() && term.sort().width() <= WordSet::max_width ? term.sort().width() : 0;
}

WordSet truth(bool value) {
  return WordSet::single(1, value ? 1 : 0);
}
bool is(const WordSet& set, bool value) {
  return set.is_single() && (set.value() != 0) == value;
}

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

FloatFormat format_of(Term term) {
  return FloatFormat::from_code(term.parameter(0));
}

}  // namespace

Propagation::Propagation(std::span<const Term> assertions) {
  term::TermMap<std::uint32_t> index;
  for (const Term term : term::subterms(assertions)) {
    Node node{term, {}};
    node.has_set = width_of(term) != 0;
    node.has_rule = node.has_set && term.num_children() > 0 && !term.has_quantifier();
    for (const Term child : term.children()) {
      node.children.push_back(index.at(child));
      node.has_rule = node.has_rule && nodes_[node.children.back()].has_set;
    }
    const auto position = static_cast<std::uint32_t>(nodes_.size());
    if (term.is_symbol() && node.has_set) {
      symbols_.push_back(term);
      symbol_nodes_.push_back(position);
    }
    index.emplace(term, position);
    sets_.push_back(WordSet::all(node.has_set ? width_of(term) : 1));
    nodes_.push_back(std::move(node));
  }
  for (const Term assertion : assertions) roots_.push_back(index.at(assertion));
}

Propagation::Box Propagation::everything() const {
  Box result;
  for (const Term symbol : symbols_) result.push_back(WordSet::all(width_of(symbol)));
  return result;
}

void Propagation::start(const Box& box) {
  PENDULUM_CHECK(box.size() == symbols_.size(), "a box should have {} sets, not {}", symbols_.size(),
                 box.size());
  is_empty_ = false;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const Term term = nodes_[i].term;
    if (!nodes_[i].has_set) continue;
    if (!term.is_value()) {
      sets_[i] = WordSet::all(width_of(term));
    } else {
      sets_[i] = term.sort().is_bool() ? truth(term.is_true())
                                       : WordSet::single(width_of(term), term.integer_value().get_ui());
    }
  }
  for (std::size_t i = 0; i < box.size(); ++i) narrow(symbol_nodes_[i], box[i]);
}

void Propagation::narrow(std::uint32_t index, const WordSet& set) {
  sets_[index] = sets_[index].meet(set);
  is_empty_ = is_empty_ || sets_[index].is_empty();
}

void Propagation::forward() {
  for (std::uint32_t i = 0; i < nodes_.size() && !is_empty_; ++i)
    if (nodes_[i].has_rule) narrow(i, image(nodes_[i]));
}

void Propagation::backward() {
  for (std::uint32_t i = static_cast<std::uint32_t>(nodes_.size()); i-- > 0 && !is_empty_;)
    if (nodes_[i].has_rule) narrow_children(nodes_[i], sets_[i]);
}

bool Propagation::contract(Box& box) {
  start(box);
  for (unsigned round = 0; round < max_rounds && !is_empty_; ++round) {
    forward();
    for (const std::uint32_t root : roots_)
      if (!is_empty_) narrow(root, truth(true));
    backward();
    if (is_empty_) break;
    bool has_changed = false;
    for (std::size_t i = 0; i < box.size(); ++i) {
      has_changed = has_changed || box[i] != sets_[symbol_nodes_[i]];
      box[i] = sets_[symbol_nodes_[i]];
    }
    if (!has_changed) break;
  }
  return !is_empty_;
}

bool Propagation::is_satisfied(const Box& box) {
  start(box);
  forward();
  return !is_empty_ && std::ranges::all_of(roots_, [&](std::uint32_t root) { return is(sets_[root], true); });
}

std::vector<bool> Propagation::relevant_symbols(const Box& box) {
  start(box);
  forward();
  std::vector<bool> is_relevant(nodes_.size(), false);
  for (const std::uint32_t root : roots_) is_relevant[root] = true;
  for (std::size_t i = nodes_.size(); i-- > 0;) {
    const Node& node = nodes_[i];
    if (!is_relevant[i] || (node.has_set && sets_[i].is_single())) continue;
    for (std::size_t k = 0; k < node.children.size(); ++k) {
      const bool is_excluded_branch =
          node.term.kind() == Kind::Ite && k > 0 && is(set(node, 0), /*value=*/k == 2);
      if (!is_excluded_branch) is_relevant[node.children[k]] = true;
    }
  }
  std::vector<bool> result;
  for (const std::uint32_t symbol : symbol_nodes_) result.push_back(is_relevant[symbol]);
  return result;
}

// Forward: from the children to the term.

WordSet Propagation::image(const Node& node) const {
  const Kind kind = node.term.kind();
  if (term::is_float_operator(kind)) return float_operator_image(node);
  if (kind == Kind::Ite) return ite_image(node);
  if (term::class_of(kind) == term::KindClass::Core) return boolean_image(node);
  std::array<WordSet, 2> operands{WordSet::empty(1), WordSet::empty(1)};
  if (node.children.size() > operands.size()) return WordSet::all(width_of(node.term));
  for (std::size_t i = 0; i < node.children.size(); ++i) operands[i] = set(node, i);
  return bitvec_image(node.term, std::span(operands.data(), node.children.size()));
}

WordSet Propagation::boolean_image(const Node& node) const {
  const Kind kind = node.term.kind();
  if (kind == Kind::Not) return set(node, 0).is_single() ? truth(is(set(node, 0), false)) : WordSet::all(1);
  if (kind == Kind::Eq) {
    const WordSet &a = set(node, 0), &b = set(node, 1);
    if (a.meet(b).is_empty()) return truth(false);
    return a.is_single() && a == b ? truth(true) : WordSet::all(1);
  }
  PENDULUM_CHECK(kind == Kind::And || kind == Kind::Or, "an operator should have a rule for intervals");
  const bool absorbing = kind == Kind::Or;
  bool is_neutral = true;
  for (const std::uint32_t child : node.children) {
    if (is(sets_[child], absorbing)) return truth(absorbing);
    is_neutral = is_neutral && is(sets_[child], !absorbing);
  }
  return is_neutral ? truth(!absorbing) : WordSet::all(1);
}

WordSet Propagation::ite_image(const Node& node) const {
  if (is(set(node, 0), true)) return set(node, 1);
  if (is(set(node, 0), false)) return set(node, 2);
  return set(node, 1).join(set(node, 2));
}

WordSet Propagation::float_operator_image(const Node& node) const {
  const Term term = node.term;
  const FloatFormat format = format_of(term);
  if (format.width() > WordSet::max_width) return WordSet::all(width_of(term));
  if (term::is_float_comparison(term.kind())) return float_comparison_image(node);
  if (!set(node, 0).is_single()) return WordSet::all(width_of(term));
  std::vector<WordSet> operands;
  for (std::size_t i = 1; i < node.children.size(); ++i) operands.push_back(set(node, i));
  term::FloatOperator op{.kind = term.kind(), .parameter0 = term.parameter(0)};
  const bool has_result_parameter = term.kind() == Kind::FloatToFloat || term.kind() == Kind::FloatToSigned ||
                                    term.kind() == Kind::FloatToUnsigned;
  if (has_result_parameter) op.parameter1 = term.parameter(1);
  op.integer_width = operands[0].width();
  const bool is_square = operands.size() == 2 && node.children[1] == node.children[2];
  return float_image(op, term::rounding_mode(set(node, 0).value()), operands, is_square);
}

WordSet Propagation::float_comparison_image(const Node& node) const {
  const FloatFormat format = format_of(node.term);
  const FloatRange a = float_range(format, set(node, 0)), b = float_range(format, set(node, 1));
  if (!a.has_numbers() || !b.has_numbers()) return truth(false);
  const Rank a_low = order_of(a.low), a_high = order_of(a.high), b_low = order_of(b.low),
             b_high = order_of(b.high);
  bool can_be_true = false, is_true = false;
  if (node.term.kind() == Kind::FloatEq) {
    can_be_true = a_low <= b_high && b_low <= a_high;
    is_true = a_low == b_high && b_low == a_high;
  } else {
    const Rank step = node.term.kind() == Kind::FloatLt ? 1 : 0;
    can_be_true = a_low + step <= b_high;
    is_true = a_high + step <= b_low;
  }
  if (!can_be_true) return truth(false);
  return is_true && !a.has_nan && !b.has_nan ? truth(true) : WordSet::all(1);
}

// Backward: from the term to its children.

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
      return narrow(node.children[0], truth(!value));
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
    for (const std::uint32_t child : node.children) narrow(child, truth(neutral));
    return;
  }
  // One child has to be absorbing. If all others are neutral, it is this one.
  const auto is_open = [&](std::uint32_t child) { return !is(sets_[child], neutral); };
  const auto first = std::ranges::find_if(node.children, is_open);
  if (first == node.children.end()) {
    is_empty_ = true;
  } else if (std::none_of(first + 1, node.children.end(), is_open)) {
    narrow(*first, truth(!neutral));
  }
}

void Propagation::narrow_ite(const Node& node, const WordSet& value) {
  if (set(node, 1).meet(value).is_empty()) narrow(node.children[0], truth(false));
  if (is_empty_) return;
  if (set(node, 2).meet(value).is_empty()) narrow(node.children[0], truth(true));
  if (is_empty_ || !set(node, 0).is_single()) return;
  narrow(node.children[is(set(node, 0), true) ? 1 : 2], value);
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
  const FloatFormat format = format_of(node.term);
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
  const FloatFormat from = format_of(node.term), to = FloatFormat::from_code(node.term.parameter(1));
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
