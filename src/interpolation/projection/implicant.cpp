#include "interpolation/projection/implicant.h"

#include <algorithm>

#include "base/check.h"
#include "term/forms/linear.h"

namespace pendulum::interpolation {

using term::Kind;
using term::Term;

bool Implicant::add(Term formula) {
  PENDULUM_CHECK(formula.sort().is_bool(), "an implicant should imply a formula, not {}",
                 formula.to_string());
  if (!evaluate_(formula).is_true()) return false;
  require(formula, true);
  settle();
  return true;
}

void Implicant::settle() {
  while (!open_.empty()) {
    const Goal goal = open_.back();
    open_.pop_back();
    if (done_.insert(goal.formula).second) decompose(goal);
  }
}

Term Implicant::resolve_value(Term term) {
  if (!term.sort().is_bool()) {
    const Term result = resolve(term);
    settle();
    PENDULUM_CHECK(result.sort() == term.sort(), "a resolved term should keep its sort");
    return result;
  }
  if (term.is_symbol() || term.is_value()) return term;
  const Term value = evaluate_(term);
  require(term, value.is_true());
  settle();
  return value;
}

void Implicant::decompose(const Goal& goal) {
  const Term formula = goal.formula;
  const Kind kind = formula.kind();
  if (kind == Kind::True || kind == Kind::False) return;
  if (kind == Kind::Not) return require(formula[0], !goal.value);
  if (kind == Kind::And || kind == Kind::Or) {
    if ((kind == Kind::And) != goal.value) return add_one_of(formula.children(), goal.value);
    for (std::size_t i = formula.num_children(); i-- > 0;) require(formula[i], goal.value);
    return;
  }
  if (kind == Kind::Ite) {
    const bool condition = evaluate_(formula[0]).is_true();
    require(formula[condition ? 1 : 2], goal.value);
    return require(formula[0], condition);
  }
  if (kind == Kind::Eq && formula[0].sort().is_bool()) {
    require(formula[1], evaluate_(formula[1]).is_true());
    return require(formula[0], evaluate_(formula[0]).is_true());
  }
  add_literal(formula, goal.value);
}

void Implicant::add_one_of(std::span<const Term> formulas, bool value) {
  Term best;
  for (const Term formula : formulas) {
    if (evaluate_(formula).is_true() != value) continue;
    if (done_.contains(formula)) return;  // needs no further literals
    const Term inner = formula.kind() == Kind::Not ? formula[0] : formula;
    const bool is_atom = inner.kind() != Kind::And && inner.kind() != Kind::Or && inner.kind() != Kind::Ite;
    if (best.is_null() || is_atom) best = formula;
    if (is_atom) break;
  }
  PENDULUM_CHECK(!best.is_null(), "a disjunction that holds should have a disjunct that holds");
  require(best, value);
}

void Implicant::add_literal(Term atom, bool value) {
  PENDULUM_DCHECK(evaluate_(atom).is_true() == value, "a literal of an implicant should hold in the model");
  const Term resolved = resolve(atom);
  const Term literal = term::normalize_literal(terms_, value ? resolved : terms_.mk_not(resolved));
  if (!literal.is_true() && seen_.insert(literal).second) literals_.push_back(literal);
}

Term Implicant::resolve(Term term) {
  term::TermVector pending{term};
  while (!pending.empty()) {
    const Term next = pending.back();
    if (resolved_.contains(next)) {
      pending.pop_back();
      continue;
    }
    const Term result = resolve_step(next, pending);
    if (!result) continue;
    resolved_.emplace(next, result);
    pending.pop_back();
  }
  return resolved_.at(term);
}

Term Implicant::known_or_push(Term term, term::TermVector& pending) {
  if (auto found = resolved_.find(term); found != resolved_.end()) return found->second;
  pending.push_back(term);
  return {};
}

Term Implicant::resolve_step(Term term, term::TermVector& pending) {
  if (term.num_children() == 0) return term;
  if (term.kind() == Kind::Ite && !term.sort().is_bool()) {
    const bool condition = evaluate_(term[0]).is_true();
    const Term result = known_or_push(term[condition ? 1 : 2], pending);
    if (result) require(term[0], condition);
    return result;
  }
  if (term.kind() == Kind::Select) return resolve_read(term, pending);
  term::TermVector children;
  bool is_known = true;
  for (const Term child : term.children()) {
    if (child.sort().is_bool() && !child.is_symbol()) {
      // A formula that is an argument (of a function, an array) is replaced by its truth value.
      const Term value = evaluate_(child);
      require(child, value.is_true());
      children.push_back(value);
      continue;
    }
    const Term resolved = known_or_push(child, pending);
    if (resolved) children.push_back(resolved);
    is_known = is_known && resolved;
  }
  return is_known ? terms_.mk_like(term, children) : Term();
}

Term Implicant::resolve_read(Term read, term::TermVector& pending) {
  const Term array = read[0];
  if (array.kind() == Kind::ConstArray) return known_or_push(array[0], pending);
  if (array.kind() == Kind::Ite) {
    const bool condition = evaluate_(array[0]).is_true();
    const Term result = known_or_push(terms_.mk_select(array[condition ? 1 : 2], read[1]), pending);
    if (result) require(array[0], condition);
    return result;
  }
  if (array.kind() == Kind::Store) {
    const bool is_equal = evaluate_(array[1]) == evaluate_(read[1]);
    const Term result = known_or_push(is_equal ? array[2] : terms_.mk_select(array[0], read[1]), pending);
    if (result) require(terms_.mk_eq(array[1], read[1]), is_equal);
    return result;
  }
  // A symbol, or an array that is itself an element of an array.
  const Term index = known_or_push(read[1], pending);
  const Term base = known_or_push(array, pending);
  return index && base ? terms_.mk_select(base, index) : Term();
}

}  // namespace pendulum::interpolation
