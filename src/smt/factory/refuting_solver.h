// Decorator that tries to refute formulas with floating-point operators by intervals before it calls the
// solver (smt/intervals/refutation.h).
#pragma once

#include "smt/factory/solver_decorator.h"

namespace pendulum::smt {

class RefutingSolver final : public SolverDecorator {
 public:
  /// Counts attempts in smt.intervals.checks, and successful ones in smt.intervals.unsat.
  RefutingSolver(std::unique_ptr<Solver> inner, const base::StopToken& stop, base::Statistics& statistics);

  void push() override;
  void pop(unsigned levels) override;
  void assert_term(term::Term term) override;
  SatResult check(std::span<const term::Term> assumptions) override;
  term::Term value(term::Term term) override;
  std::vector<term::Term> unsat_core() override;

 private:
  /// Notes whether the term has floating-point operators.
  void inspect(term::Term term);
  bool is_due();
  bool is_refuted(std::span<const term::Term> assumptions) const;

  const base::StopToken& stop_;
  std::uint64_t& checks_;
  std::uint64_t& unsat_;
  AssertionStack assertions_;
  term::TermSet inspected_;       ///< subterms of all assertions and assumptions so far
  bool has_floats_ = false;       ///< does a term of inspected_ have a floating-point operator?
  unsigned num_failures_ = 0;     ///< since the last success
  unsigned num_skipped_ = 0;      ///< since the last attempt
  bool was_refuted_ = false;      ///< did this solver answer the last check?
  term::TermVector assumptions_;  ///< of the last check
};

}  // namespace pendulum::smt
