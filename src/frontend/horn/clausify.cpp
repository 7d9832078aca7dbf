// A clause is a disjunction. Predicates may occur below conjunctions, disjunctions, negations and outer
// quantifiers. Nested disjunctions are flattened. A conjunction that contains predicates (a disjunction in a
// body, or several heads) splits the clause into one clause per conjunct. Literals without predicates belong
// to the constraint.
#include "frontend/horn/clausify.h"

#include <fmt/format.h>

#include "base/check.h"
#include "base/error.h"
#include "term/traverse.h"

namespace pendulum::frontend {

using term::Kind;
using term::Term;
using term::TermVector;

void Clausifier::add_predicate(const term::Function& function, std::size_t index) {
  PENDULUM_CHECK(function.range.is_bool(), "the predicate {} should be Boolean", function.name);
  const bool is_new = functions_.emplace(function.name, index).second;
  PENDULUM_CHECK(is_new, "the predicate {} should be added once", function.name);
}

void Clausifier::add_predicate(Term symbol, std::size_t index) {
  PENDULUM_CHECK(symbol.is_symbol() && symbol.sort().is_bool(), "a predicate should be a Boolean symbol");
  const bool is_new = symbols_.emplace(symbol, index).second;
  PENDULUM_CHECK(is_new, "the predicate {} should be added once", symbol.name());
}

void Clausifier::not_horn(const Open& open) const {
  throw base::Unsupported("clauses that are not Horn", fmt::format("{}:{}", origin_, open.clause.line));
}

std::optional<PredicateAtom> Clausifier::atom(Term term) const {
  if (term.is_symbol()) {
    const auto found = symbols_.find(term);
    if (found != symbols_.end()) return PredicateAtom{found->second, {}};
  }
  if (term.kind() != Kind::Apply) return std::nullopt;
  const auto found = functions_.find(term.function().name);
  if (found == functions_.end()) return std::nullopt;
  return PredicateAtom{found->second, TermVector(term.children().begin(), term.children().end())};
}

bool Clausifier::has_predicate(Term term) {
  const auto known = has_predicate_.find(term);
  if (known != has_predicate_.end()) return known->second;
  const Term roots[] = {term};
  for (const Term sub : term::subterms(roots)) {
    bool has = atom(sub).has_value();
    for (const Term child : sub.children()) has = has || has_predicate_.at(child);
    has_predicate_.insert_or_assign(sub, has);
  }
  return has_predicate_.at(term);
}

/// Returns the body of `quantifier`. Renames bound symbols that another quantifier of the clause has bound
/// before.
Term Clausifier::without_quantifier(Term quantifier, Open& open) {
  term::Substitution renaming;
  const std::size_t last = quantifier.num_children() - 1;
  for (std::size_t i = 0; i < last; ++i)
    if (!open.bound.insert(quantifier[i]).second)
      renaming.emplace(quantifier[i], terms_.mk_fresh(quantifier[i].name(), quantifier[i].sort()));
  if (renaming.empty()) return quantifier[last];
  const Term roots[] = {quantifier[last]};
  for (const Term sub : term::subterms(roots))
    if (sub.kind() == Kind::Forall || sub.kind() == Kind::Exists)
      throw base::Unsupported("nested quantifiers over one name",
                              fmt::format("{}:{}", origin_, open.clause.line));
  return term::substitute(terms_, quantifier[last], renaming);
}

void Clausifier::take_literal(Open open, std::vector<Open>& stack) {
  PENDULUM_CHECK(!open.literals.empty(), "a literal should remain to be processed");
  const Term literal = open.literals.back();
  open.literals.pop_back();
  const bool is_negated = literal.kind() == Kind::Not;
  const Term inner = is_negated ? literal[0] : literal;
  const Kind disjunction = is_negated ? Kind::And : Kind::Or;
  const Kind conjunction = is_negated ? Kind::Or : Kind::And;
  const auto signed_child = [&](Term child) { return is_negated ? negated(child) : child; };
  if (inner.kind() == (is_negated ? Kind::Exists : Kind::Forall)) {
    open.literals.push_back(signed_child(without_quantifier(inner, open)));
  } else if (inner.kind() == disjunction) {
    for (const Term child : inner.children()) open.literals.push_back(signed_child(child));
  } else if (!has_predicate(inner)) {
    if (inner.has_quantifier())
      throw base::Unsupported("quantifiers in constraints", fmt::format("{}:{}", origin_, open.clause.line));
    open.constraints.push_back(negated(literal));
  } else if (const auto predicate = atom(inner)) {
    for (const Term argument : predicate->arguments)
      if (has_predicate(argument) || argument.has_quantifier()) not_horn(open);
    if (is_negated) {
      open.clause.body.push_back(*predicate);
    } else {
      if (open.clause.head) not_horn(open);
      open.clause.head = *predicate;
    }
  } else if (inner.kind() == conjunction) {
    for (const Term child : inner.children()) {
      stack.push_back(open);
      stack.back().literals.push_back(signed_child(child));
    }
    return;
  } else {
    not_horn(open);
  }
  stack.push_back(std::move(open));
}

std::vector<Clause> Clausifier::clauses(Term formula, std::uint32_t line) {
  PENDULUM_CHECK(formula.sort().is_bool(), "a clause should be a formula");
  std::vector<Clause> result;
  std::vector<Open> stack(1);
  stack[0].clause.line = line;
  stack[0].literals = {formula};
  while (!stack.empty()) {
    Open open = std::move(stack.back());
    stack.pop_back();
    if (!open.literals.empty()) {
      take_literal(std::move(open), stack);
      continue;
    }
    open.clause.constraint = terms_.mk_and(open.constraints);
    if (!open.clause.constraint.is_false()) result.push_back(std::move(open.clause));
  }
  return result;
}

}  // namespace pendulum::frontend
