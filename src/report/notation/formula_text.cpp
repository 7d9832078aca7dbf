#include "report/notation/formula_text.h"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <variant>

#include "term/signature/kind_info.h"

namespace pendulum::report {

namespace {

using term::Kind;
using term::Term;

/// Precedence of operators; a term whose level is not above that of its context is put in parentheses.
enum Level { level_any, level_ite, level_or, level_and, level_compare, level_sum, level_product, level_leaf };

struct Infix {
  std::string_view word;
  Level level;
};

std::optional<Infix> infix_of(Kind kind) {
  static const std::map<Kind, Infix> infix = {
      {Kind::And, {" && ", level_and}},         {Kind::Or, {" || ", level_or}},
      {Kind::Eq, {" = ", level_compare}},       {Kind::BvUlt, {" <u ", level_compare}},
      {Kind::BvUle, {" <=u ", level_compare}},  {Kind::BvSlt, {" < ", level_compare}},
      {Kind::BvSle, {" <= ", level_compare}},   {Kind::Lt, {" < ", level_compare}},
      {Kind::Le, {" <= ", level_compare}},      {Kind::Add, {" + ", level_sum}},
      {Kind::BvAdd, {" + ", level_sum}},        {Kind::BvSub, {" - ", level_sum}},
      {Kind::Mul, {" * ", level_product}},      {Kind::BvMul, {" * ", level_product}},
      {Kind::IntDiv, {" div ", level_product}}, {Kind::IntMod, {" mod ", level_product}},
      {Kind::BvSdiv, {" / ", level_product}},   {Kind::BvSrem, {" % ", level_product}},
      {Kind::BvUdiv, {" /u ", level_product}},  {Kind::BvUrem, {" %u ", level_product}},
      {Kind::RealDiv, {" / ", level_product}},  {Kind::BvAnd, {" & ", level_product}},
      {Kind::BvOr, {" | ", level_product}},     {Kind::BvXor, {" ^ ", level_product}},
      {Kind::BvShl, {" << ", level_product}},   {Kind::BvAshr, {" >> ", level_product}},
      {Kind::BvLshr, {" >>u ", level_product}},
  };
  const auto found = infix.find(kind);
  if (found == infix.end()) return std::nullopt;
  return found->second;
}

/// For the kind of a comparison: the operator of its negation, and whether the operands are exchanged.
std::optional<std::pair<std::string_view, bool>> negated(Kind kind) {
  if (kind == Kind::Eq) return std::pair{std::string_view(" != "), false};
  if (kind == Kind::Lt || kind == Kind::BvSlt) return std::pair{std::string_view(" <= "), true};
  if (kind == Kind::Le || kind == Kind::BvSle) return std::pair{std::string_view(" < "), true};
  if (kind == Kind::BvUlt) return std::pair{std::string_view(" <=u "), true};
  if (kind == Kind::BvUle) return std::pair{std::string_view(" <u "), true};
  return std::nullopt;
}

/// Text that is still to be written: a word, or a term with the level of its context.
using Item = std::variant<std::string, std::pair<Term, Level>>;

/// A stack of items; the next one to be written is last.
class Writer {
 public:
  void push(std::vector<Item> items) { open_.insert(open_.end(), items.rbegin(), items.rend()); }
  bool is_done() const { return open_.empty(); }
  /// Requires: !is_done().
  Item pop() {
    PENDULUM_CHECK(!open_.empty(), "an item should be left");
    Item item = std::move(open_.back());
    open_.pop_back();
    return item;
  }

 private:
  std::vector<Item> open_;
};

Item at(Term term, Level level) {
  return std::pair{term, level};
}

/// The operands separated by a word, in parentheses if the context binds more tightly.
std::vector<Item> joined(std::span<const Term> operands, std::string_view word, Level level, Level context) {
  std::vector<Item> items;
  if (level <= context) items.emplace_back("(");
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (i > 0) items.emplace_back(std::string(word));
    items.push_back(at(operands[i], level));
  }
  if (level <= context) items.emplace_back(")");
  return items;
}

std::vector<Item> applied(std::string name, std::span<const Term> arguments) {
  std::vector<Item> items{name + "("};
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (i > 0) items.emplace_back(", ");
    items.push_back(at(arguments[i], level_any));
  }
  items.emplace_back(")");
  return items;
}

/// A linear sum over integers, printed with its signs.
class Sum {
 public:
  void add(Term term, int sign) {
    PENDULUM_CHECK(term.sort().is_int(), "{} should be an integer", term.to_string());
    PENDULUM_CHECK(sign == 1 || sign == -1, "{} should be a sign", sign);
    std::vector<Term> summands;
    if (term.kind() == Kind::Add)
      summands.assign(term.children().begin(), term.children().end());
    else
      summands.push_back(term);
    for (const Term summand : summands) add_summand(summand, sign);
  }

  /// Splits the sum into the summands with positive factors and the negated others. The negated constant goes
  /// to the second sum, unless the first one is empty; then the constant goes to the first.
  std::pair<Sum, Sum> split() const {
    Sum left, right;
    for (const auto& [factor, term] : summands_)
      factor > 0 ? left.summands_.emplace_back(factor, term) : right.summands_.emplace_back(-factor, term);
    if (left.summands_.empty())
      left.constant_ = constant_;
    else
      right.constant_ = -constant_;
    return {left, right};
  }

  void make_first_positive() {
    if (summands_.empty() || summands_.front().first > 0) return;
    for (auto& [factor, term] : summands_) factor = -factor;
    constant_ = -constant_;
  }

  std::vector<Item> items() const {
    std::vector<Item> items;
    for (const auto& [factor, term] : summands_) {
      items.emplace_back(items.empty() ? (factor < 0 ? "-" : "") : (factor < 0 ? " - " : " + "));
      if (abs(factor) != 1) items.emplace_back(mpz_class(abs(factor)).get_str() + " * ");
      items.push_back(at(term, level_sum));
    }
    if (items.empty()) return {constant_.get_str()};
    if (constant_ != 0)
      items.emplace_back((constant_ < 0 ? " - " : " + ") + mpz_class(abs(constant_)).get_str());
    return items;
  }

 private:
  void add_summand(Term term, int sign) {
    if (term.kind() == Kind::IntValue) {
      constant_ += sign * term.integer_value();
    } else if (term.kind() == Kind::Mul && term.num_children() == 2 && term[0].kind() == Kind::IntValue) {
      summands_.emplace_back(sign * term[0].integer_value(), term[1]);
    } else {
      summands_.emplace_back(sign, term);
    }
  }

  std::vector<std::pair<mpz_class, Term>> summands_;
  mpz_class constant_ = 0;
};

/// Compares left - right with 0 such that every summand is on the side on which it is positive, and constants
/// are on the right: "x <= y + 3". Only for integers.
std::vector<Item> compared(Term left, std::string_view word, Term right) {
  Sum difference;
  // Equations are symmetric, so the first summand can always be on the left.
  const bool is_symmetric = word == " = " || word == " != ";
  difference.add(left, 1);
  difference.add(right, -1);
  if (is_symmetric) difference.make_first_positive();
  auto [first, second] = difference.split();
  std::vector<Item> items = first.items();
  items.emplace_back(std::string(word));
  for (Item& item : second.items()) items.push_back(std::move(item));
  return items;
}

std::vector<Item> in_parentheses(std::vector<Item> items, Level level, Level context) {
  if (level > context) return items;
  items.insert(items.begin(), Item("("));
  items.emplace_back(")");
  return items;
}

/// A comparison; constants are on the right if the relation is symmetric.
std::vector<Item> comparison_of(Term left, std::string_view word, Term right, Level context) {
  PENDULUM_DCHECK(left.sort() == right.sort(), "{} should have the sort of {}", left.to_string(),
                  right.to_string());
  if (left.sort().is_int()) return in_parentheses(compared(left, word, right), level_compare, context);
  const bool is_symmetric = word == " = " || word == " != ";
  if (is_symmetric && left.is_value()) std::swap(left, right);
  const Term operands[] = {left, right};
  return joined(operands, word, level_compare, context);
}

/// The negation of a term. Negated comparisons are written as comparisons.
std::vector<Item> negation_of(Term term, Level context) {
  const auto comparison = negated(term.kind());
  if (!comparison) return {"!", at(term, level_leaf)};
  const auto [word, is_exchanged] = *comparison;
  return comparison_of(term[is_exchanged ? 1 : 0], word, term[is_exchanged ? 0 : 1], context);
}

/// The parts of an operator that is not written between its operands.
std::vector<Item> parts_of_operator(Term term, Level context) {
  const Kind kind = term.kind();
  if (kind == Kind::Not) return negation_of(term[0], context);
  if (kind == Kind::Ite)
    return {"(", at(term[0], level_ite), " ? ", at(term[1], level_ite), " : ", at(term[2], level_ite), ")"};
  if (kind == Kind::Select) return {at(term[0], level_leaf), "[", at(term[1], level_any), "]"};
  if (kind == Kind::Store)
    return {at(term[0], level_leaf), "[", at(term[1], level_any), " := ", at(term[2], level_any), "]"};
  if (kind == Kind::BvNot) return {"~", at(term[0], level_leaf)};
  if (kind == Kind::BvNeg) return {"-", at(term[0], level_leaf)};
  if (kind == Kind::BvExtract)
    return {at(term[0], level_leaf), fmt::format("[{}:{}]", term.parameter(0), term.parameter(1))};
  const bool is_value_kept =
      term::is_extension(kind) || kind == Kind::ToReal || kind == Kind::ToInt || kind == Kind::Bv2Nat;
  if (is_value_kept) return {at(term[0], context)};
  const std::string name(kind == Kind::Apply ? term.function().name : term::name_of(kind));
  return applied(name, term.children());
}

/// The parts of a compound term; nullopt for leaves.
std::optional<std::vector<Item>> parts_of(Term term, Level context) {
  if (term.is_value() || term.is_symbol()) return std::nullopt;
  if (term.kind() == Kind::Add && term.sort().is_int()) {
    Sum sum;
    sum.add(term, 1);
    return in_parentheses(sum.items(), level_sum, context);
  }
  const auto infix = infix_of(term.kind());
  if (!infix) return parts_of_operator(term, context);
  if (infix->level == level_compare) return comparison_of(term[0], infix->word, term[1], context);
  return joined(term.children(), infix->word, infix->level, context);
}

/// A number; bit-vectors in two's complement if that is shorter.
std::string value_text(Term term) {
  if (term.kind() == Kind::True) return "true";
  if (term.kind() == Kind::False) return "false";
  if (term.kind() == Kind::RealValue) return term.rational_value().get_str();
  if (term.kind() == Kind::IntValue) return term.integer_value().get_str();
  PENDULUM_CHECK(term.kind() == Kind::BitVecValue, "{} should be a value", term.to_string());
  const std::string plain = term.integer_value().get_str(), is_signed = term.signed_value().get_str();
  return is_signed.size() < plain.size() ? is_signed : plain;
}

/// "__VERIFIER_nondet_int!12" -> "nondet_int"
std::string plain_name(const std::string& name) {
  const std::string plain = name.substr(0, std::max<std::size_t>(1, std::min(name.find('!'), name.size())));
  const std::string_view noise = "__VERIFIER_";
  return plain.starts_with(noise) && plain.size() > noise.size() ? plain.substr(noise.size()) : plain;
}

}  // namespace

FormulaText::FormulaText(const program::Program& program, std::size_t max_length) : max_length_(max_length) {
  PENDULUM_CHECK(max_length > 0, "a formula should have a character");
  std::map<std::string, unsigned> uses;
  for (const program::Variable& variable : program.variables()) ++uses[variable.source_name];
  for (const program::Variable& variable : program.variables())
    if (!variable.source_name.empty() && uses[variable.source_name] == 1)
      names_.emplace(variable.symbol, variable.source_name);
}

std::string FormulaText::name_of(Term symbol) const {
  PENDULUM_CHECK(symbol.is_symbol(), "{} should be a symbol", symbol.to_string());
  const auto found = names_.find(symbol);
  return found == names_.end() ? plain_name(symbol.name()) : found->second;
}

std::string FormulaText::operator()(Term term) const {
  std::string text;
  Writer writer;
  writer.push({at(term, level_any)});
  while (!writer.is_done()) {
    if (text.size() > max_length_) return text + " …";
    const Item item = writer.pop();
    if (const auto* word = std::get_if<std::string>(&item)) {
      text += *word;
      continue;
    }
    const auto& [part, context] = std::get<std::pair<Term, Level>>(item);
    if (const auto name = names_.find(part); name != names_.end()) {
      text += name->second;
    } else if (auto parts = parts_of(part, context)) {
      writer.push(std::move(*parts));
    } else {
      text += part.is_symbol() ? name_of(part) : value_text(part);
    }
  }
  return text;
}

std::string FormulaText::operator()(const program::Edge& edge) const {
  std::string text;
  if (!edge.guard.is_true()) text = "[" + (*this)(edge.guard) + "]";
  for (const program::Assignment& update : edge.updates) {
    if (text.size() > max_length_) return text + " …";
    text +=
        fmt::format("{}{} := {}", text.empty() ? "" : "\n", name_of(update.variable), (*this)(update.value));
  }
  return text;
}

}  // namespace pendulum::report
