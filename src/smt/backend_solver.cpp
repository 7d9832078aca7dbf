#include "smt/backend_solver.h"

#include <algorithm>

#include "base/check.h"

namespace pendulum::smt {

void BackendSolver::push() {
  answer_.reset();
  do_push();
  ++level_;
}

void BackendSolver::pop(unsigned levels) {
  PENDULUM_CHECK(levels <= level_, "pop of {} levels should find as many pushes, not {}", levels, level_);
  answer_.reset();
  if (levels == 0) return;
  do_pop(levels);
  level_ -= levels;
}

void BackendSolver::assert_term(term::Term term) {
  PENDULUM_CHECK(term && term.sort().is_bool(), "an assertion should be a Bool term");
  answer_.reset();
  do_assert(term);
}

SatResult BackendSolver::check(std::span<const term::Term> assumptions) {
  for (const term::Term assumption : assumptions) {
    PENDULUM_CHECK(assumption && assumption.sort().is_bool(), "an assumption should be a Bool term");
  }
  answer_.reset();
  const TimeLimit limit = effective_limit();
  if (stop_.is_stopped() || (limit && limit->count() <= 0)) {
    answer_ = Answer{SatResult::Unknown, "timeout"};
  } else {
    answer_ = do_check(assumptions, limit);
  }
  return answer_->result;
}

std::string BackendSolver::reason_unknown() const {
  PENDULUM_CHECK(answer_ && answer_->result == SatResult::Unknown, "the last answer should be unknown");
  return answer_->reason;
}

term::Term BackendSolver::value(term::Term term) {
  PENDULUM_CHECK(answer_ && answer_->result == SatResult::Sat, "value should be called only after sat");
  PENDULUM_CHECK(!term.is_null(), "value should be called only for a term");
  return do_value(term);
}

std::vector<term::Term> BackendSolver::unsat_core() {
  PENDULUM_CHECK(answer_ && answer_->result == SatResult::Unsat,
                 "unsat_core should be called only after unsat");
  return do_unsat_core();
}

BackendSolver::TimeLimit BackendSolver::effective_limit() const {
  const TimeLimit remaining = stop_.remaining();
  if (!limit_) return remaining;
  if (!remaining) return limit_;
  return std::min(*limit_, *remaining);
}

}  // namespace pendulum::smt
