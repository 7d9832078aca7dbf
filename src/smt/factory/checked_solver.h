// Decorator that checks the model after every Sat: all assertions and assumptions have to evaluate to true;
// otherwise it throws InternalError. The factory adds it in builds with PENDULUM_DCHECK.
#pragma once

#include "smt/factory/solver_decorator.h"

namespace pendulum::smt {

class CheckedSolver final : public SolverDecorator {
 public:
  CheckedSolver(std::unique_ptr<Solver> inner, term::TermManager& manager)
      : SolverDecorator(std::move(inner)), manager_(manager) {}

  void push() override;
  void pop(unsigned levels) override;
  void assert_term(term::Term term) override;
  SatResult check(std::span<const term::Term> assumptions) override;

 private:
  void check_model(std::span<const term::Term> formulas);

  term::TermManager& manager_;
  AssertionStack assertions_;
};

}  // namespace pendulum::smt
