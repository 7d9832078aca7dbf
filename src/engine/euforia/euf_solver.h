// A solver that takes concrete terms and answers for their EUF abstractions. Unsat is unsat for the concrete
// terms too; Sat may be spurious.
#pragma once

#include <map>

#include "engine/euforia/euf_abstraction.h"
#include "smt/solver.h"

namespace pendulum::engine::euforia {

class EufSolver : public smt::Solver {
 public:
  EufSolver(term::TermManager& terms, EufAbstraction& abstraction, std::unique_ptr<smt::Solver> inner)
      : terms_(terms), abstraction_(abstraction), inner_(std::move(inner)) {}

  std::string_view name() const override { return inner_->name(); }
  bool has(smt::Capability capability) const override { return inner_->has(capability); }
  /// Not supported: constants that are met inside would be forgotten.
  void push() override;
  void pop(unsigned levels) override;
  void assert_term(term::Term term) override { inner_->assert_term(see(term)); }
  smt::SatResult check(std::span<const term::Term> assumptions) override;
  std::string reason_unknown() const override { return inner_->reason_unknown(); }
  /// Of Bool terms.
  term::Term value(term::Term term) override { return inner_->value(abstraction_(term)); }
  std::vector<term::Term> unsat_core() override;
  void set_time_limit(std::optional<std::chrono::milliseconds> limit) override {
    inner_->set_time_limit(limit);
  }

 private:
  /// The abstraction; constants that are new here are told apart from the others.
  term::Term see(term::Term term);

  term::TermManager& terms_;
  EufAbstraction& abstraction_;
  std::unique_ptr<smt::Solver> inner_;
  term::TermSet seen_;
  std::map<term::Sort, term::TermVector> constants_;
  term::TermMap<term::Term> concrete_;  ///< abstract assumption of the last check -> given one
};

}  // namespace pendulum::engine::euforia
