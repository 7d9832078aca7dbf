#include "engine/bmc/edge_solver.h"

#include "base/check.h"
#include "engine/solvers.h"

namespace pendulum::engine::bmc {

using smt::SatResult;
using term::Term;

EdgeSolver::EdgeSolver(const program::Program& program, program::EdgeId edge, Env& env,
                       const base::Budget& budget)
    : edge_(program.edge(edge)),
      env_(env),
      budget_(budget),
      after_(env.terms, program::substitution_of(edge_)),
      solver_(make_solver(SolverPurpose::Implications, "QF_BV", env)) {
  solver_->assert_term(edge_.guard);
}

bool EdgeSolver::is_sat(std::span<const Term> assumptions) {
  env_.stop.throw_if_stopped();
  if (budget_.is_exhausted()) throw GaveUp{"time limit"};
  solver_->set_time_limit(budget_.remaining());
  ++env_.statistics.counter("engine.bmc.step_checks");
  switch (solver_->check(assumptions)) {
    case SatResult::Sat:
      return true;
    case SatResult::Unsat:
      return false;
    case SatResult::Unknown:
      env_.stop.throw_if_stopped();
      throw GaveUp{solver_->reason_unknown()};
  }
  PENDULUM_UNREACHABLE();
}

std::uint64_t to_word(Term value) {
  if (value.is_null()) throw GaveUp{"the solver has no value of a term"};
  return value.sort().is_bool() ? static_cast<std::uint64_t>(value.is_true())
                                : value.integer_value().get_ui();
}

Exploration::Words EdgeSolver::inputs() {
  Exploration::Words result;
  for (const program::Input& input : edge_.inputs) result.push_back(value(input.symbol));
  return result;
}

}  // namespace pendulum::engine::bmc
