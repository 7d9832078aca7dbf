// Base class of solver decorators. It forwards all calls to the wrapped solver; decorators override some of
// them.
#pragma once

#include <utility>

#include "base/check.h"
#include "smt/assertion_stack.h"
#include "smt/solver.h"

namespace pendulum::smt {

class SolverDecorator : public Solver {
 public:
  explicit SolverDecorator(std::unique_ptr<Solver> inner) : inner_(std::move(inner)) {
    PENDULUM_CHECK(inner_ != nullptr, "a decorator should have a solver");
  }

  std::string_view name() const override { return inner_->name(); }
  bool has(Capability capability) const override { return inner_->has(capability); }
  void push() override { inner_->push(); }
  void pop(unsigned levels) override { inner_->pop(levels); }
  void assert_term(term::Term term) override { inner_->assert_term(term); }
  SatResult check(std::span<const term::Term> assumptions) override { return inner_->check(assumptions); }
  std::string reason_unknown() const override { return inner_->reason_unknown(); }
  term::Term value(term::Term term) override { return inner_->value(term); }
  std::vector<term::Term> unsat_core() override { return inner_->unsat_core(); }
  void set_time_limit(std::optional<std::chrono::milliseconds> limit) override {
    inner_->set_time_limit(limit);
  }

 protected:
  Solver& inner() const { return *inner_; }

 private:
  std::unique_ptr<Solver> inner_;
};

}  // namespace pendulum::smt
