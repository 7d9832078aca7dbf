#include "smt/intervals/propagation.h"

#include <algorithm>
#include <span>

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
/// Maximum number of floating-point operators for which affine forms are computed.
constexpr std::ptrdiff_t max_operators_with_forms = 300;

/// Width of the words of a term; 0 if it has no set.
std::uint32_t width_of(Term term) {
  if (term.sort().is_bool()) return 1;
  return term.sort().is_bitvec() && term.sort().width() <= WordSet::max_width ? term.sort().width() : 0;
}

}  // namespace

Propagation::Propagation(std::span<const Term> assertions, std::span<const Term> negated) {
  term::TermMap<std::uint32_t> index;
  term::TermVector formulas(assertions.begin(), assertions.end());
  formulas.insert(formulas.end(), negated.begin(), negated.end());
  for (const Term term : term::subterms(formulas)) {
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
      box_nodes_.push_back(position);
    }
    index.emplace(term, position);
    sets_.push_back(WordSet::all(node.has_set ? width_of(term) : 1));
    nodes_.push_back(std::move(node));
  }
  forms_.resize(nodes_.size());
  const auto is_operator = [](const Node& node) { return term::is_float_operator(node.term.kind()); };
  uses_forms_ = std::ranges::count_if(nodes_, is_operator) <= max_operators_with_forms;
  for (const Term assertion : assertions) roots_.push_back({index.at(assertion), true});
  for (const Term formula : negated) roots_.push_back({index.at(formula), false});
  add_conditions();
}

void Propagation::add_conditions() {
  for (const Node& node : nodes_) {
    if (node.term.kind() != Kind::Ite || !node.has_set || node.term.sort().is_bool()) continue;
    const std::uint32_t position = node.children[0];
    Node& condition = nodes_[position];
    if (condition.is_condition || condition.term.is_symbol() || condition.term.is_value()) continue;
    condition.is_condition = true;
    box_nodes_.push_back(position);
  }
}

Propagation::Box Propagation::everything() const {
  Box result;
  for (const std::uint32_t node : box_nodes_) result.push_back(WordSet::all(width_of(nodes_[node].term)));
  return result;
}

void Propagation::start(const Box& box) {
  PENDULUM_CHECK(box.size() == box_nodes_.size(), "a box should have {} sets, not {}", box_nodes_.size(),
                 box.size());
  is_empty_ = false;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const Term term = nodes_[i].term;
    if (!nodes_[i].has_set) continue;
    if (!term.is_value()) {
      sets_[i] = WordSet::all(width_of(term));
    } else {
      sets_[i] = term.sort().is_bool() ? WordSet::truth(term.is_true())
                                       : WordSet::single(width_of(term), term.integer_value().get_ui());
    }
  }
  for (std::size_t i = 0; i < box.size(); ++i) narrow(box_nodes_[i], box[i]);
}

void Propagation::narrow(std::uint32_t index, const WordSet& set) {
  sets_[index] = sets_[index].meet(set);
  is_empty_ = is_empty_ || sets_[index].is_empty();
}

void Propagation::forward() {
  std::ranges::fill(forms_, std::nullopt);
  for (std::uint32_t i = 0; i < nodes_.size() && !is_empty_; ++i) {
    if (!nodes_[i].has_rule) continue;
    narrow(i, image(nodes_[i]));
    const bool has_form = uses_forms_ && term::is_float_operator(nodes_[i].term.kind());
    if (has_form && !is_empty_) narrow_by_form(i);
  }
}

void Propagation::backward() {
  for (std::uint32_t i = static_cast<std::uint32_t>(nodes_.size()); i-- > 0 && !is_empty_;)
    if (nodes_[i].has_rule) narrow_children(nodes_[i], sets_[i]);
}

bool Propagation::contract(Box& box) {
  start(box);
  // A condition narrows words between the symbols and the assertions, and only a second sweep forward uses
  // them.
  const auto conditions = std::span(box).subspan(symbols_.size());
  const bool has_condition =
      std::ranges::any_of(conditions, [](const WordSet& set) { return set.is_single(); });
  for (unsigned round = 0; round < max_rounds && !is_empty_; ++round) {
    forward();
    for (const Root root : roots_)
      if (!is_empty_) narrow(root.node, WordSet::truth(root.value));
    backward();
    if (is_empty_) break;
    bool has_changed = has_condition && round == 0;
    for (std::size_t i = 0; i < box.size(); ++i) {
      has_changed = has_changed || box[i] != sets_[box_nodes_[i]];
      box[i] = sets_[box_nodes_[i]];
    }
    if (!has_changed) break;
  }
  return !is_empty_;
}

bool Propagation::is_satisfied(const Box& box) {
  start(box);
  forward();
  return !is_empty_ &&
         std::ranges::all_of(roots_, [&](Root root) { return sets_[root.node].is(root.value); });
}

std::optional<std::vector<bool>> Propagation::relevant_sets(const Box& box) {
  start(box);
  forward();
  if (is_empty_ || std::ranges::any_of(roots_, [&](Root root) { return sets_[root.node].is(!root.value); }))
    return std::nullopt;
  std::vector<bool> is_relevant(nodes_.size(), false);
  for (const Root root : roots_) is_relevant[root.node] = true;
  for (std::size_t i = nodes_.size(); i-- > 0;) {
    const Node& node = nodes_[i];
    const bool is_assumed = node.is_condition && node.has_rule && !image(node).is_single();
    if (!is_relevant[i] || (node.has_set && sets_[i].is_single() && !is_assumed)) continue;
    for (std::size_t k = 0; k < node.children.size(); ++k) {
      const bool is_excluded_branch =
          node.term.kind() == Kind::Ite && k > 0 && set(node, 0).is(/*value=*/k == 2);
      if (!is_excluded_branch) is_relevant[node.children[k]] = true;
    }
  }
  std::vector<bool> result;
  for (const std::uint32_t node : box_nodes_) result.push_back(is_relevant[node]);
  return result;
}

/// The format of the operands of a floating-point operator.
FloatFormat Propagation::format_of(const Node& node) {
  return FloatFormat::from_code(node.term.parameter(0));
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
  if (kind == Kind::Not)
    return set(node, 0).is_single() ? WordSet::truth(set(node, 0).is(false)) : WordSet::all(1);
  if (kind == Kind::Eq) {
    const WordSet &a = set(node, 0), &b = set(node, 1);
    if (a.meet(b).is_empty()) return WordSet::truth(false);
    return a.is_single() && a == b ? WordSet::truth(true) : WordSet::all(1);
  }
  PENDULUM_CHECK(kind == Kind::And || kind == Kind::Or, "an operator should have a rule for intervals");
  const bool absorbing = kind == Kind::Or;
  bool is_neutral = true;
  for (const std::uint32_t child : node.children) {
    if (sets_[child].is(absorbing)) return WordSet::truth(absorbing);
    is_neutral = is_neutral && sets_[child].is(!absorbing);
  }
  return is_neutral ? WordSet::truth(!absorbing) : WordSet::all(1);
}

WordSet Propagation::ite_image(const Node& node) const {
  if (set(node, 0).is(true)) return set(node, 1);
  if (set(node, 0).is(false)) return set(node, 2);
  return set(node, 1).join(set(node, 2));
}

WordSet Propagation::float_operator_image(const Node& node) const {
  const Term term = node.term;
  const FloatFormat format = format_of(node);
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
  const FloatFormat format = format_of(node);
  const FloatRange a = float_range(format, set(node, 0)), b = float_range(format, set(node, 1));
  if (!a.has_numbers() || !b.has_numbers()) return WordSet::truth(false);
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
  if (!can_be_true) return WordSet::truth(false);
  return is_true && !a.has_nan && !b.has_nan ? WordSet::truth(true) : WordSet::all(1);
}

}  // namespace pendulum::smt
