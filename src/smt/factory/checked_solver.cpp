#include "smt/factory/checked_solver.h"

#include <algorithm>

#include "base/check.h"
#include "term/signature/kind_info.h"
#include "term/traverse.h"

namespace pendulum::smt {

namespace {

/// Returns true if term::evaluate supports the formula: no quantifiers, uninterpreted functions or
/// uninterpreted sorts.
bool can_be_evaluated(term::Term formula) {
  const term::TermVector parts = term::subterms(std::span(&formula, 1));
  return std::ranges::none_of(parts, [](term::Term part) {
    return part.kind() == term::Kind::Apply || term::is_quantifier(part.kind()) ||
           part.sort().kind() == term::SortKind::Uninterpreted;
  });
}

}  // namespace

void CheckedSolver::push() {
  inner().push();
  assertions_.push();
}

void CheckedSolver::pop(unsigned levels) {
  inner().pop(levels);
  assertions_.pop(levels);
}

void CheckedSolver::assert_term(term::Term term) {
  inner().assert_term(term);
  assertions_.add(term);
}

SatResult CheckedSolver::check(std::span<const term::Term> assumptions) {
  assumptions_.assign(assumptions.begin(), assumptions.end());
  const SatResult result = inner().check(assumptions);
  if (result == SatResult::Sat) {
    check_model(assertions_.terms());
    check_model(assumptions);
  }
  return result;
}

term::Term CheckedSolver::value(term::Term term) {
  const term::Term result = inner().value(term);
  PENDULUM_CHECK(result.is_null() || result.sort() == term.sort(), "the value of {} should have the sort {}",
                 term.to_string(), term.sort().to_string());
  return result;
}

std::vector<term::Term> CheckedSolver::unsat_core() {
  const std::vector<term::Term> core = inner().unsat_core();
  for (const term::Term member : core)
    PENDULUM_CHECK(std::ranges::find(assumptions_, member) != assumptions_.end(),
                   "the core of {} should contain only assumptions, not {}", name(), member.to_string());
  return core;
}

void CheckedSolver::check_model(std::span<const term::Term> formulas) {
  const term::TermVector symbols = term::symbols(formulas);
  const term::Model values = inner().model(symbols);
  if (values.size() != symbols.size()) return;  // the solver has not provided all values
  term::Evaluator evaluate(manager_, values);
  for (const term::Term formula : formulas) {
    if (!can_be_evaluated(formula)) continue;
    PENDULUM_CHECK(evaluate(formula).is_true(), "the model of {} should satisfy {}", name(),
                   formula.to_string());
  }
}

}  // namespace pendulum::smt
