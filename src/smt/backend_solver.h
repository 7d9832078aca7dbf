// Common base class of the back ends. It enforces the contract of Solver (which call is allowed when), counts
// the levels, and limits the time of each check by the solver's own limit and by the stop token.
#pragma once

#include "smt/solver.h"

namespace pendulum::smt {

class BackendSolver : public Solver {
 public:
  void push() final;
  void pop(unsigned levels) final;
  void assert_term(term::Term term) final;
  SatResult check(std::span<const term::Term> assumptions) final;
  std::string reason_unknown() const final;
  term::Term value(term::Term term) final;
  std::vector<term::Term> unsat_core() final;
  void set_time_limit(std::optional<std::chrono::milliseconds> limit) final { limit_ = limit; }

 protected:
  using TimeLimit = std::optional<std::chrono::milliseconds>;

  /// Result of a check.
  struct Answer {
    SatResult result;
    std::string reason;  ///< only with Unknown
  };

  BackendSolver(term::TermManager& manager, const base::StopToken& stop) : manager_(manager), stop_(stop) {}

  virtual void do_push() = 0;
  virtual void do_pop(unsigned levels) = 0;
  virtual void do_assert(term::Term term) = 0;
  /// `limit` is positive or has no value.
  virtual Answer do_check(std::span<const term::Term> assumptions, TimeLimit limit) = 0;
  virtual term::Term do_value(term::Term term) = 0;
  virtual std::vector<term::Term> do_unsat_core() = 0;

  term::TermManager& manager() const { return manager_; }
  unsigned level() const { return level_; }

 private:
  TimeLimit effective_limit() const;

  term::TermManager& manager_;
  const base::StopToken& stop_;
  TimeLimit limit_;
  unsigned level_ = 0;
  std::optional<Answer> answer_;  ///< of the last check; reset when the assertions change
};

}  // namespace pendulum::smt
