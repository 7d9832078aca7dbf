#include "smt/factory/refuting_solver.h"

#include <algorithm>

#include "smt/intervals/refutation.h"
#include "term/signature/kind_info.h"

namespace pendulum::smt {

using term::Term;

namespace {

/// Maximum number of visited subterms per attempt, some tens of milliseconds.
constexpr std::size_t max_work = 200'000;
/// After `num_free_failures` + n failures in a row, 2^n - 1 checks pass without an attempt, with a maximum
/// for n.
constexpr unsigned num_free_failures = 3;
constexpr unsigned max_doublings = 6;
/// Maximum number of assumptions of which a core is minimised.
constexpr std::size_t max_minimised_assumptions = 32;

}  // namespace

RefutingSolver::RefutingSolver(std::unique_ptr<Solver> inner, const base::StopToken& stop,
                               base::Statistics& statistics)
    : SolverDecorator(std::move(inner)),
      stop_(stop),
      checks_(statistics.counter("smt.intervals.checks")),
      unsat_(statistics.counter("smt.intervals.unsat")) {}

void RefutingSolver::push() {
  assertions_.push();
  was_refuted_ = false;
  inner().push();
}

void RefutingSolver::pop(unsigned levels) {
  assertions_.pop(levels);
  was_refuted_ = false;
  inner().pop(levels);
}

void RefutingSolver::assert_term(Term term) {
  inspect(term);
  assertions_.add(term);
  was_refuted_ = false;
  inner().assert_term(term);
}

void RefutingSolver::inspect(Term term) {
  term::TermVector open{term};
  while (!open.empty() && !has_floats_) {
    const Term next = open.back();
    open.pop_back();
    if (!inspected_.insert(next).second) continue;
    has_floats_ = term::is_float_operator(next.kind());
    open.insert(open.end(), next.children().begin(), next.children().end());
  }
}

bool RefutingSolver::is_due() {
  if (!has_floats_) return false;
  const unsigned num_doublings = std::max(num_failures_, num_free_failures) - num_free_failures;
  if (++num_skipped_ < 1U << std::min(num_doublings, max_doublings)) return false;
  num_skipped_ = 0;
  return true;
}

bool RefutingSolver::is_refuted(std::span<const Term> assumptions) const {
  term::TermVector formula = assertions_.terms();
  formula.insert(formula.end(), assumptions.begin(), assumptions.end());
  const auto is_stopped = [&] { return stop_.is_stopped(); };
  return refute_by_intervals(formula, {max_work, is_stopped}) == Refutation::Refuted;
}

SatResult RefutingSolver::check(std::span<const Term> assumptions) {
  for (const Term assumption : assumptions) inspect(assumption);
  was_refuted_ = false;
  if (!is_due()) return inner().check(assumptions);
  ++checks_;
  was_refuted_ = is_refuted(assumptions);
  if (!was_refuted_) {
    ++num_failures_;
    return inner().check(assumptions);
  }
  ++unsat_;
  num_failures_ = 0;
  assumptions_.assign(assumptions.begin(), assumptions.end());
  return SatResult::Unsat;
}

Term RefutingSolver::value(Term term) {
  PENDULUM_CHECK(!was_refuted_, "value should be called only after sat");
  return inner().value(term);
}

/// Removes assumptions one by one as long as the others are refuted.
std::vector<Term> RefutingSolver::unsat_core() {
  if (!was_refuted_) return inner().unsat_core();
  if (assumptions_.size() > max_minimised_assumptions) return assumptions_;
  for (std::size_t i = assumptions_.size(); i-- > 0;) {
    term::TermVector others = assumptions_;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    if (is_refuted(others)) assumptions_ = std::move(others);
  }
  return assumptions_;
}

}  // namespace pendulum::smt
