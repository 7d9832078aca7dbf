// Candidates from the guards of a loop, and those that a loop inherits from preceding ones.
#include <algorithm>

#include "acceleration/candidate_generator.h"
#include "base/check.h"

namespace pendulum::acceleration {

using program::EdgeId;
using term::Kind;
using term::Term;
using Signedness = PolynomialArithmetic::Signedness;
using Relation = AffineFact::Relation;

void CandidateGenerator::add_guard_bounds() {
  std::set<Term> literals;
  for (const PathForms* path : open_paths_) literals.insert(path->literals.begin(), path->literals.end());
  for (const Term literal : literals) add_guard_bound(literal);
}

/// Adds the bound that a literal of a guard implies: left < right held before the last iteration, therefore
/// left - right is now less than the largest change of a path.
void CandidateGenerator::add_guard_bound(Term literal) {
  if (const auto found = comparison(literal)) {
    add_stride_bound(found->difference, found->signedness, found->is_strict);
    return;
  }
  if (literal.kind() != Kind::Not || literal[0].kind() != Kind::Eq || !literal[0][0].sort().is_bitvec())
    return;
  const auto left = affine_form(literal[0][0]), right = affine_form(literal[0][1]);
  if (!left || !right) return;
  // A form that changes in steps of one cannot skip the value that a disequality excludes. Therefore both
  // orders are candidates.
  AffineForm difference = *left, opposite = *right;
  difference.add(*right, -1);
  opposite.add(*left, -1);
  for (const AffineForm& form : {difference, opposite})
    for (const Signedness signedness : possible_signedness(form)) add_stride_bound(form, signedness, true);
}

void CandidateGenerator::add_stride_bound(AffineForm form, Signedness signedness, bool is_strict) {
  PENDULUM_CHECK(!open_paths_.empty(), "a bound should come from a path");
  const auto all = changes(form);
  if (!all) return;
  const mpz_class largest = *std::ranges::max_element(*all);
  if (largest <= 0 && std::ranges::all_of(*all, [](const mpz_class& change) { return change == 0; })) return;
  const auto start = entries_.value(head_, form);
  AffineForm entered = form;
  if (start) entered.add(*start, -1);
  const mpz_class beyond = largest > 0 ? largest : mpz_class(0);
  form.constant -= beyond - (is_strict && largest > 0 ? 1 : 0);
  entries_.assume_at_most(head_, form);
  AffineFact fact{form, Relation::AtMost, signedness};
  add({{fact}, {}});
  // The bound may not hold if the guard is false at the entry; the form then still has its entry value.
  if (start) add({{fact, {entered}}, {}});
}

/// Adds the candidates of the source of an entering edge. They hold after the edge if it does not assign
/// their variables. The loop may still violate them; Houdini then removes them.
void CandidateGenerator::inherit(EdgeId id) {
  const program::Edge& edge = program_.edge(id);
  term::TermSet assigned;
  for (const program::Assignment& update : edge.updates) assigned.insert(update.variable);
  const std::vector<CandidateFact> before = result_[edge.source];
  for (const CandidateFact& fact : before) {
    const term::TermVector used = symbols(fact);
    if (std::ranges::none_of(used, [&](Term symbol) { return assigned.contains(symbol); })) {
      add(fact);
      const bool is_equality =
          fact.disjuncts.size() == 1 && fact.disjuncts.front().relation == Relation::Equal;
      if (is_equality) entries_.assume_equal(head_, fact.disjuncts.front().form);
    } else {
      shift_along(id, fact);
    }
  }
  inherit_guard(id);
}

/// Adds the equality form = 0 of the source of the edge, shifted by the constant by which the edge changes
/// the form. Adds nothing if this change is not constant.
void CandidateGenerator::shift_along(EdgeId id, const CandidateFact& fact) {
  if (fact.disjuncts.size() != 1 || fact.disjuncts.front().relation != Relation::Equal) return;
  const AffineForm& form = fact.disjuncts.front().form;
  AffineForm change = constant_form(form.width, 0);
  change.add(form, -1);
  change.constant += form.constant;
  for (const auto& [symbol, coefficient] : form.coefficients) {
    const auto& updates = program_.edge(id).updates;
    const auto update = std::ranges::find(updates, symbol, &program::Assignment::variable);
    const auto value = affine_form(update == updates.end() ? symbol : update->value);
    if (!value) return;
    change.add(*value, coefficient);
  }
  if (!change.is_constant()) return;
  AffineForm shifted = form;
  shifted.constant -= change.constant;
  entries_.assume_equal(head_, shifted);
  add({{{shifted}}, {}});
}

/// Adds the comparisons of the guard over variables that the edge does not assign, for example the exit
/// condition of the preceding loop.
void CandidateGenerator::inherit_guard(EdgeId id) {
  const program::Edge& edge = program_.edge(id);
  term::TermSet assigned;
  for (const program::Assignment& update : edge.updates) assigned.insert(update.variable);
  for (const Term literal : term::conjuncts(edge.guard)) {
    const auto found = comparison(literal);
    if (!found) continue;
    CandidateFact fact{{{found->at_most_zero(), Relation::AtMost, found->signedness}}, {}};
    const term::TermVector used = symbols(fact);
    if (std::ranges::none_of(used, [&](Term symbol) { return assigned.contains(symbol); }))
      add(std::move(fact));
  }
}

}  // namespace pendulum::acceleration
