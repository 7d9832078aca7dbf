#include "smt/intervals/interval_solver.h"

#include <limits>

#include "base/check.h"
#include "smt/assertion_stack.h"
#include "smt/backend_solver.h"
#include "smt/intervals/refutation.h"

namespace pendulum::smt {

using term::Term;

namespace {

class IntervalSolver final : public BackendSolver {
 public:
  IntervalSolver(term::TermManager& manager, const base::StopToken& stop)
      : BackendSolver(manager, stop), stop_(stop) {}

  std::string_view name() const override { return "intervals"; }
  bool has(Capability capability) const override { return capability == Capability::Interrupt; }

 private:
  void do_push() override { assertions_.push(); }
  void do_pop(unsigned levels) override { assertions_.pop(levels); }
  void do_assert(Term term) override { assertions_.add(term); }
  Answer do_check(std::span<const Term> assumptions, TimeLimit limit) override;
  Term do_value(Term) override { PENDULUM_UNREACHABLE(); }
  std::vector<Term> do_unsat_core() override {
    throw base::InternalError("the interval solver has no unsat cores");
  }

  const base::StopToken& stop_;
  AssertionStack assertions_;
};

BackendSolver::Answer IntervalSolver::do_check(std::span<const Term> assumptions, TimeLimit limit) {
  term::TermVector formula = assertions_.terms();
  formula.insert(formula.end(), assumptions.begin(), assumptions.end());
  const base::Clock::time_point start = base::Clock::now();
  const auto is_timeout = [&] {
    return stop_.is_stopped() || (limit && base::Clock::now() - start >= *limit);
  };
  switch (refute_by_intervals(formula, {std::numeric_limits<std::size_t>::max(), is_timeout})) {
    case Refutation::Refuted:
      return {SatResult::Unsat, ""};
    case Refutation::Satisfiable:
      return {SatResult::Unknown, "it has a model"};
    case Refutation::Open:
      return {SatResult::Unknown, is_timeout() ? "timeout" : "incomplete"};
  }
  PENDULUM_UNREACHABLE();
}

}  // namespace

std::unique_ptr<Solver> make_interval_solver(term::TermManager& manager, const base::StopToken& stop) {
  return std::make_unique<IntervalSolver>(manager, stop);
}

}  // namespace pendulum::smt
