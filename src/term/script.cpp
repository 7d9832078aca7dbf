// Declarations and logics of SMT-LIB scripts.
#include <algorithm>
#include <map>
#include <ostream>
#include <set>

#include "base/check.h"
#include "term/print.h"
#include "term/signature/kind_info.h"
#include "term/signature/symbol_syntax.h"
#include "term/traverse.h"

namespace pendulum::term {

namespace {

/// Adds the uninterpreted sorts in `sort` to `result`.
void add_sorts(Sort sort, std::set<Sort>& result) {
  std::vector<Sort> stack{sort};
  while (!stack.empty()) {
    const Sort s = stack.back();
    stack.pop_back();
    if (s.kind() == SortKind::Uninterpreted) result.insert(s);
    if (s.is_array()) stack.insert(stack.end(), {s.index(), s.element()});
  }
}

struct Declarations {
  std::set<Sort> sorts;
  std::map<std::uint32_t, const Function*> functions;
};

Declarations declarations_of(std::span<const Term> terms) {
  Declarations result;
  for (const Term t : subterms(terms)) {
    if (t.is_symbol() || t.kind() == Kind::ConstArray) add_sorts(t.sort(), result.sorts);
    if (t.kind() != Kind::Apply || !result.functions.emplace(t.function().id, &t.function()).second) continue;
    add_sorts(t.function().range, result.sorts);
    for (const Sort sort : t.function().domain) add_sorts(sort, result.sorts);
  }
  return result;
}

}  // namespace

void print_declarations(std::ostream& out, std::span<const Term> terms) {
  const Declarations declarations = declarations_of(terms);
  for (const Sort sort : declarations.sorts) out << "(declare-sort " << quote_symbol(sort.name()) << " 0)\n";
  for (const auto& [id, function] : declarations.functions) {
    out << "(declare-fun " << quote_symbol(function->name) << " (";
    for (std::size_t i = 0; i < function->domain.size(); ++i) {
      out << (i == 0 ? "" : " ") << function->domain[i].to_string();
    }
    out << ") " << function->range.to_string() << ")\n";
  }
  for (const Term symbol : symbols(terms)) {
    out << "(declare-fun " << quote_symbol(symbol.name()) << " () " << symbol.sort().to_string() << ")\n";
  }
}

namespace {

/// Sorts and operators that a set of terms contains; they determine the logic.
struct Features {
  bool quantifiers = false, arrays = false, functions = false, bit_vectors = false, integers = false,
       reals = false, nonlinear = false, conversions = false;
};

void add_sort(Sort sort, Features& features) {
  for (; sort.is_array(); sort = sort.element()) {
    features.arrays = true;
    add_sort(sort.index(), features);  // the recursion depth is the nesting depth of arrays in index sorts
  }
  switch (sort.kind()) {
    case SortKind::Bool:
      break;
    case SortKind::BitVec:
      features.bit_vectors = true;
      break;
    case SortKind::Int:
      features.integers = true;
      break;
    case SortKind::Real:
      features.reals = true;
      break;
    case SortKind::Array:
      features.arrays = true;
      break;
    case SortKind::Uninterpreted:
      features.functions = true;
      break;
  }
}

Features features_of(std::span<const Term> terms) {
  Features features;
  for (const Term t : subterms(terms)) {
    const Kind kind = t.kind();
    add_sort(t.sort(), features);
    features.quantifiers |= is_quantifier(kind);
    features.functions |= kind == Kind::Apply;
    features.conversions |= class_of(kind) == KindClass::Conversion;
    const auto is_variable = [](Term child) { return !child.is_value(); };
    const auto variables = std::count_if(t.children().begin(), t.children().end(), is_variable);
    features.nonlinear |= kind == Kind::Mul && variables > 1;
    features.nonlinear |= is_arithmetic_division(kind) && !t[1].is_value();
  }
  return features;
}

}  // namespace

std::string logic_of(std::span<const Term> terms) {
  const Features f = features_of(terms);
  const bool has_arithmetic = f.integers || f.reals;
  if (f.conversions || (f.bit_vectors && has_arithmetic)) return "ALL";
  std::string theories;
  if (f.arrays) theories += "A";
  if (f.functions) theories += "UF";
  if (f.bit_vectors) theories += "BV";
  if (has_arithmetic) {
    theories += f.nonlinear ? "N" : "L";
    theories += f.integers ? "I" : "";
    theories += f.reals ? "R" : "";
    theories += "A";
  }
  if (theories.empty()) theories = "UF";
  if (theories == "A") theories = "AX";
  return (f.quantifiers ? "" : "QF_") + theories;
}

std::string logic_with_floats(const std::string& logic) {
  const std::size_t bit_vectors = logic.find("BV");
  if (bit_vectors == std::string::npos) return "ALL";
  return std::string(logic).insert(bit_vectors + 2, "FP");
}

}  // namespace pendulum::term
