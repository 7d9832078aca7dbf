#include "engine/euforia/euf_solver.h"

#include "base/check.h"

namespace pendulum::engine::euforia {

using term::Term;

void EufSolver::push() {
  PENDULUM_CHECK(false, "the EUF solver should not be pushed");
}

void EufSolver::pop(unsigned) {
  PENDULUM_CHECK(false, "the EUF solver should not be popped");
}

Term EufSolver::abstract(Term term) {
  const Term result = abstraction_(term);
  std::vector<Term> stack{result};
  while (!stack.empty()) {
    const Term top = stack.back();
    stack.pop_back();
    if (!seen_.insert(top).second) continue;
    stack.insert(stack.end(), top.children().begin(), top.children().end());
    for (const Term form : abstraction_.equal_forms(top)) {
      inner_->assert_term(terms_.mk_eq(top, form));
      stack.push_back(form);
    }
    if (!abstraction_.is_constant(top)) continue;
    // Figure 3.4, line 10: constants are distinct.
    term::TermVector& others = constants_[top.sort()];
    for (const Term other : others) inner_->assert_term(terms_.mk_distinct(top, other));
    others.push_back(top);
  }
  return result;
}

smt::SatResult EufSolver::check(std::span<const Term> assumptions) {
  concrete_.clear();
  extension_.clear();
  term::TermVector translated;
  for (const Term assumption : assumptions) {
    translated.push_back(abstract(assumption));
    concrete_.emplace(translated.back(), assumption);
  }
  return inner_->check(translated);
}

Term EufSolver::value(Term term) {
  PENDULUM_CHECK(term.sort().is_bool(), "only formulas should be evaluated in models of the abstraction");
  const Term abstract = abstraction_(term);
  if (!extension_.is_new(abstract, seen_)) return inner_->value(abstract);
  return terms_.mk_bool(extension_.holds(abstract, seen_));
}

std::vector<Term> EufSolver::unsat_core() {
  std::vector<Term> core;
  for (const Term assumption : inner_->unsat_core()) {
    const auto found = concrete_.find(assumption);
    PENDULUM_CHECK(found != concrete_.end(), "{} should be an assumption of the last check",
                   assumption.to_string());
    core.push_back(found->second);
  }
  return core;
}

}  // namespace pendulum::engine::euforia
