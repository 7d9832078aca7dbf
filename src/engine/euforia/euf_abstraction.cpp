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

bool is_commutative(Kind kind) {
  return kind == Kind::BvAdd || kind == Kind::BvMul || kind == Kind::BvAnd || kind == Kind::BvOr ||
         kind == Kind::BvXor || kind == Kind::Add || kind == Kind::Mul;
}

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

Term EufAbstraction::application(Kind kind, Term term, TermVector children) {
  PENDULUM_CHECK(children.size() == term.num_children(), "{} should have {} children, not {}",
                 term::name_of(kind), term.num_children(), children.size());
  if (is_commutative(kind))
    std::ranges::sort(children, {}, [&](Term child) { return std::pair(is_constant(child), child); });
  std::vector<Sort> domain;
  std::string name = fmt::format("{}{}", term::name_of(kind), parameters(term));
  if (term.kind() == Kind::Apply) name = "f." + term.function().name;
  for (const Term child : term.children()) name += " " + child.sort().to_string();
  name += " " + term.sort().to_string();
  for (const Term child : children) domain.push_back(child.sort());
  const auto& function = terms_.declare_function(name, domain, sort(term.sort()));
  const Term result = terms_.mk_apply(function, children);
  cache_.emplace(result, result);
  if (is_commutative(kind) && children.size() == 2 && !is_constant(children[1])) {
    std::ranges::reverse(children);
    commuted_.emplace(result, terms_.mk_apply(function, children));
  }
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
