// Decorator that checks the answers of a solver and throws InternalError if they are wrong: after Sat, all
// assertions and assumptions have to evaluate to true; after Unsat, the core has to consist of assumptions.
// The factory adds it in builds with PENDULUM_DCHECK.
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
  term::Term value(term::Term term) override;
  std::vector<term::Term> unsat_core() override;

 private:
  void check_model(std::span<const term::Term> formulas);

  term::TermManager& manager_;
  AssertionStack assertions_;
  term::TermVector assumptions_;  ///< of the last check
};

}  // namespace pendulum::smt
