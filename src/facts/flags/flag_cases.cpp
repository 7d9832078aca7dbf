#include "facts/flags/flag_cases.h"

#include <algorithm>

#include "base/check.h"
#include "term/traverse.h"

namespace pendulum::facts {

namespace {

using term::Kind;
using term::Term;
using term::TermVector;

/// Maximum number of combinations of the values of an operator's arguments. Two flags with all their codes
/// (flag_encoding.cpp) stay below it.
constexpr std::size_t max_rows = 1200;

}  // namespace

const Cases& FlagCases::operator()(Term term) {
  if (!cache_.contains(term)) {
    const Term root[] = {term};
    for (const Term subterm : term::subterms(root))
      if (!cache_.contains(subterm)) cache_.emplace(subterm, compute(subterm));
  }
  return cache_.at(term);
}

Bdd FlagCases::may_hold(Term formula) {
  PENDULUM_CHECK(formula.sort().is_bool(), "a formula should be Boolean");
  return may_be((*this)(formula), true);
}

Cases FlagCases::compute(Term term) {
  if (!is_scalar(term.sort()) || term.has_quantifier()) return unknown();
  if (term.is_value()) return {{{term, encoding_.package().mk_true()}}, {}};
  if (term.is_symbol()) return symbol(term);
  if (term.kind() == Kind::And || term.kind() == Kind::Or) return junction(term);
  if (term.kind() == Kind::Not) return negation(known(term[0]));
  if (term.kind() == Kind::Ite) return ite(term);
  if (term.kind() == Kind::Eq) return equality(term);
  return operation(term);
}

Cases FlagCases::unknown() const {
  return {{}, encoding_.package().mk_true()};
}

Cases FlagCases::symbol(Term symbol) {
  const Flag* flag = encoding_.find(symbol);
  if (flag == nullptr) return unknown();
  Cases result;
  for (std::size_t code = 0; code < flag->values.size(); ++code)
    result.values.emplace_back(flag->values[code], encoding_.current(*flag, code));
  if (flag->has_other) result.unknown = encoding_.current(*flag, flag->values.size());
  return result;
}

Cases FlagCases::junction(Term term) {
  const BddPackage& package = encoding_.package();
  // An And is true if all children are true; an Or is false if all children are false.
  const bool if_all = term.kind() == Kind::And;
  Bdd all = package.mk_true(), some;
  for (const Term child : term.children()) {
    all = package.mk_and(all, may_be(known(child), if_all));
    some = package.mk_or(some, may_be(known(child), !if_all));
  }
  return {{{terms_.mk_bool(if_all), all}, {terms_.mk_bool(!if_all), some}}, {}};
}

Cases FlagCases::negation(const Cases& a) {
  return {{{terms_.mk_true(), may_be(a, false)}, {terms_.mk_false(), may_be(a, true)}}, {}};
}

Cases FlagCases::ite(Term term) {
  const Cases& condition = known(term[0]);
  Cases result;
  add_all(result, known(term[1]), may_be(condition, true));
  add_all(result, known(term[2]), may_be(condition, false));
  return result;
}

/// An equality differs from other operators for flags with other values: a flag that has none of its listed
/// values differs from each of them.
Cases FlagCases::equality(Term term) {
  for (const std::size_t i : {0, 1}) {
    const Flag* flag = encoding_.find(term[i]);
    const Term value = term[1 - i];
    if (flag == nullptr || !value.is_value()) continue;
    if (!std::ranges::binary_search(flag->values, value)) break;
    const Bdd equal = encoding_.current(*flag, *flag->code_of(value));
    return {{{terms_.mk_true(), equal}, {terms_.mk_false(), encoding_.package().mk_not(equal)}}, {}};
  }
  return operation(term);
}

Cases FlagCases::operation(Term term) {
  const BddPackage& package = encoding_.package();
  std::size_t combinations = 1;
  Cases result;
  for (const Term child : term.children()) {
    const Cases& cases = known(child);
    combinations *= std::max<std::size_t>(cases.values.size(), 1);
    if (cases.unknown.is_true() || combinations > max_rows) return unknown();
    add_unknown(result, cases.unknown);
  }
  if (term.num_children() == 0) return unknown();
  std::vector<std::pair<TermVector, Bdd>> rows{{{}, package.mk_true()}};
  for (const Term child : term.children()) {
    std::vector<std::pair<TermVector, Bdd>> longer;
    for (const auto& [arguments, when] : rows)
      for (const auto& [value, condition] : known(child).values) {
        Bdd both = package.mk_and(when, condition);
        if (both.is_false()) continue;
        longer.emplace_back(arguments, std::move(both));
        longer.back().first.push_back(value);
      }
    rows = std::move(longer);
  }
  for (const auto& [arguments, when] : rows) {
    const Term value = terms_.mk_like(term, arguments);
    if (value.is_value())
      add(result, value, when);
    else
      add_unknown(result, when);
  }
  return result;
}

void FlagCases::add(Cases& cases, Term value, const Bdd& when) {
  if (when.is_false()) return;
  const auto found = std::ranges::find(cases.values, value, &std::pair<Term, Bdd>::first);
  if (found == cases.values.end())
    cases.values.emplace_back(value, when);
  else
    found->second = encoding_.package().mk_or(found->second, when);
}

void FlagCases::add_unknown(Cases& cases, const Bdd& when) {
  cases.unknown = encoding_.package().mk_or(cases.unknown, when);
}

void FlagCases::add_all(Cases& cases, const Cases& from, const Bdd& when) {
  for (const auto& [value, condition] : from.values)
    add(cases, value, encoding_.package().mk_and(condition, when));
  add_unknown(cases, encoding_.package().mk_and(from.unknown, when));
}

Bdd FlagCases::may_be(const Cases& formula, bool value) const {
  Bdd result = formula.unknown;
  for (const auto& [constant, when] : formula.values)
    if (constant.is_true() == value) result = encoding_.package().mk_or(result, when);
  return result;
}

}  // namespace pendulum::facts
