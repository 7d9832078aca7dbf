#include "engine/euforia/euf_abstraction.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "term/traverse.h"

namespace pendulum::engine::euforia {

using term::Kind;
using term::Sort;
using term::Term;
using term::TermVector;

namespace {

/// Sums of at most this many operands are related to all their groupings: 2^n - n - 1 groups with up to n
/// equations each. Longer sums are chains in the order of the operands.
constexpr std::size_t max_regrouped = 4;

std::optional<Kind> strict_of(Kind kind) {
  if (kind == Kind::BvSle) return Kind::BvSlt;
  if (kind == Kind::BvUle) return Kind::BvUlt;
  if (kind == Kind::Le) return Kind::Lt;
  return std::nullopt;
}

std::string parameters(Term term) {
  if (term.kind() == Kind::BvExtract) return fmt::format(".{}.{}", term.parameter(0), term.parameter(1));
  if (term.kind() == Kind::BvZeroExtend || term.kind() == Kind::BvSignExtend || term.kind() == Kind::Int2Bv)
    return fmt::format(".{}", term.parameter(0));
  return "";
}

bool is_array_operation(Kind kind) {
  return kind == Kind::Select || kind == Kind::Store || kind == Kind::ConstArray;
}

}  // namespace

bool EufAbstraction::is_commutative_kind(Kind kind) {
  return kind == Kind::BvAdd || kind == Kind::BvMul || kind == Kind::BvAnd || kind == Kind::BvOr ||
         kind == Kind::BvXor || kind == Kind::Add || kind == Kind::Mul;
}

/// UBV_n of Definition 3.1, and uninterpreted sorts for the other sorts.
Sort EufAbstraction::sort(Sort concrete) {
  if (concrete.is_bool() || concrete.kind() == term::SortKind::Uninterpreted) return concrete;
  if (concrete.is_array() && arrays_ == Arrays::Interpreted)
    return terms_.array_sort(sort(concrete.index()), sort(concrete.element()));
  return terms_.uninterpreted_sort("U" + concrete.to_string());
}

bool EufAbstraction::keeps_kind(Term term) const {
  const Kind kind = term.kind();
  if (is_array_operation(kind)) return arrays_ == Arrays::Interpreted;
  return kind == Kind::Not || kind == Kind::And || kind == Kind::Or || kind == Kind::Eq ||
         kind == Kind::Ite || kind == Kind::True || kind == Kind::False;
}

void EufAbstraction::sort_operands(TermVector& operands) const {
  std::ranges::sort(operands, {}, [&](Term operand) { return std::pair(is_constant(operand), operand); });
}

Term EufAbstraction::commutative_application(const term::Function& function, Term a, Term b) {
  TermVector operands{a, b};
  sort_operands(operands);
  const Term result = terms_.mk_apply(function, operands);
  cache_.emplace(result, result);
  if (is_constant(operands[1]) || equal_forms_.contains(result)) return result;
  std::ranges::reverse(operands);
  const Term reversed = terms_.mk_apply(function, operands);
  cache_.emplace(reversed, reversed);
  if (reversed != result) equal_forms_[result].push_back(reversed);
  return result;
}

Term EufAbstraction::chain(const term::Function& function, const TermVector& operands) {
  PENDULUM_CHECK(operands.size() >= 2, "a chain should have operands");
  if (operands.size() == 2) return commutative_application(function, operands[0], operands[1]);
  const auto without = [&](std::size_t index) {
    TermVector rest = operands;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(index));
    return commutative_application(function, chain(function, rest), operands[index]);
  };
  const Term result = without(operands.size() - 1);
  for (std::size_t i = 0; operands.size() <= max_regrouped && i + 1 < operands.size(); ++i) {
    const Term form = without(i);
    TermVector& forms = equal_forms_[result];
    if (form != result && std::ranges::find(forms, form) == forms.end()) forms.push_back(form);
  }
  return result;
}

Term EufAbstraction::application(Kind kind, Term term, TermVector children) {
  PENDULUM_CHECK(children.size() == term.num_children(), "{} should have {} children, not {}",
                 term::name_of(kind), term.num_children(), children.size());
  const bool commutes = is_commutative_kind(kind) && children.size() >= 2;
  // A sum of many operands is a chain of binary sums, so that z = x + y implies x + y + 1 = z + 1.
  const std::size_t arity = commutes ? 2 : children.size();
  std::string name = fmt::format("{}{}", term::name_of(kind), parameters(term));
  if (term.kind() == Kind::Apply) name = "f." + term.function().name;
  std::vector<Sort> domain;
  for (std::size_t i = 0; i < arity; ++i) {
    name += " " + term[i].sort().to_string();
    domain.push_back(children[i].sort());
  }
  name += " " + term.sort().to_string();
  const auto& function = terms_.declare_function(name, domain, sort(term.sort()));
  functions_.insert(&function);
  if (commutes) {
    commutative_.insert(&function);
    sort_operands(children);
    return chain(function, children);
  }
  const Term result = terms_.mk_apply(function, children);
  cache_.emplace(result, result);
  return result;
}

Term EufAbstraction::abstract_node(Term term) {
  if (term.is_symbol()) {
    if (sort(term.sort()) == term.sort()) return term;
    return terms_.mk_fresh(term.name(), sort(term.sort()));
  }
  if (term.is_value() && !term.sort().is_bool()) {
    const Term constant = terms_.mk_fresh(term.to_string(), sort(term.sort()));
    constants_.insert(constant);
    return constant;
  }
  TermVector children;
  for (const Term child : term.children()) children.push_back(cache_.at(child));
  if (term.kind() == Kind::Apply && functions_.contains(&term.function())) {
    // An abstract term that was made by a substitution in abstract terms.
    if (is_commutative(term)) return commutative_application(term.function(), children[0], children[1]);
    return terms_.mk_apply(term.function(), children);
  }
  if (keeps_kind(term)) {
    if (term.kind() == Kind::ConstArray) return terms_.mk_const_array(sort(term.sort()), children[0]);
    return terms_.mk_like(term, children);
  }
  // a <= b is abstracted as not (b < a): EUF does not contain the rule that the negation of a comparison is a
  // comparison.
  if (const auto strict = strict_of(term.kind()))
    return terms_.mk_not(application(*strict, term, {children[1], children[0]}));
  PENDULUM_CHECK(term.kind() != Kind::Forall && term.kind() != Kind::Exists,
                 "terms of the EUF abstraction should have no quantifiers");
  return application(term.kind(), term, std::move(children));
}

Term EufAbstraction::operator()(Term term) {
  const auto known = cache_.find(term);
  if (known != cache_.end()) return known->second;
  TermVector stack{term};
  while (!stack.empty()) {
    const Term top = stack.back();
    if (cache_.contains(top)) {
      stack.pop_back();
      continue;
    }
    bool is_ready = true;
    for (const Term child : top.children())
      if (!cache_.contains(child)) {
        stack.push_back(child);
        is_ready = false;
      }
    if (!is_ready) continue;
    const Term abstract = abstract_node(top);
    PENDULUM_DCHECK(abstract.sort() == sort(top.sort()), "an abstraction should have the abstract sort");
    cache_.emplace(top, abstract);
    cache_.emplace(abstract, abstract);
    stack.pop_back();
  }
  return cache_.at(term);
}

}  // namespace pendulum::engine::euforia
