#include "engine/bmc/loop_unwinding.h"

#include <algorithm>

#include "base/check.h"
#include "engine/solvers.h"
#include "engine/unrolling_model.h"

namespace pendulum::engine::bmc {

using program::Unroller;
using smt::SatResult;
using term::Term;

LoopUnwinding::LoopUnwinding(const program::Program& program, const Unroller::Bounds& bounds, Env& env,
                             std::chrono::milliseconds limit)
    : env_(env),
      budget_(base::Budget::at_most(env.stop, limit, "unrolling of loops")),
      expander_(env.terms),
      can_expand_(smt::can_expand(program::terms_of(program))),
      unroller_(program, Unroller::Count::EachLoop, budget_) {
  if (can_expand_) unroller_.simplify_by([this](Term term) { return expander_.expand(term); });
  unroller_.start_at_entry();
  visits_ = unroller_.unwind(bounds);
  solver_ = make_solver(SolverPurpose::Paths, program, env);
}

Term LoopUnwinding::overrun(program::LocationId head, unsigned bound) const {
  term::TermVector beyond;
  for (const Unroller::Visit& visit : visits_)
    if (visit.head == head && visit.iteration > bound) beyond.push_back(visit.reach);
  return env_.terms.mk_or(beyond);
}

bool LoopUnwinding::is_sat(Term condition, const base::StopToken& stop) {
  if (condition.is_false()) return false;
  stop.throw_if_stopped();
  const term::TermVector& constraints = expander_.constraints();
  for (; num_asserted_ < constraints.size(); ++num_asserted_)
    solver_->assert_term(constraints[num_asserted_]);
  solver_->set_time_limit(stop.remaining());
  const SatResult result = solver_->check({&condition, 1});
  if (result == SatResult::Unknown) throw base::Stopped(solver_->reason_unknown());
  return result == SatResult::Sat;
}

term::Model LoopUnwinding::model() {
  return can_expand_ ? unrolling_model(unroller_, *solver_, expander_) : unrolling_model(unroller_, *solver_);
}

}  // namespace pendulum::engine::bmc
