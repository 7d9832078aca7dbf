// A solver that accepts concrete terms and solves their EUF abstractions. Unsat carries over to the concrete
// terms; Sat may be spurious.
#pragma once

#include <map>

#include "engine/euforia/model_extension.h"
#include "smt/solver.h"

namespace pendulum::engine::euforia {

class EufSolver : public smt::Solver {
 public:
  EufSolver(term::TermManager& terms, EufAbstraction& abstraction, std::unique_ptr<smt::Solver> inner)
      : terms_(terms),
        abstraction_(abstraction),
        inner_(std::move(inner)),
        extension_(terms, abstraction, *inner_) {}

  std::string_view name() const override { return inner_->name(); }
  bool has(smt::Capability capability) const override { return inner_->has(capability); }
  /// Not supported, because pop() would remove the disequalities of constants that were first seen after
  /// push().
  void push() override;
  void pop(unsigned levels) override;
  void assert_term(term::Term term) override { inner_->assert_term(abstract(term)); }
  smt::SatResult check(std::span<const term::Term> assumptions) override;
  std::string reason_unknown() const override { return inner_->reason_unknown(); }
  /// Requires a Bool term. The term may contain values that do not occur in the solver's formulas
  /// (model_extension.h): all answers between two checks are those of one model, in which different values
  /// are different.
  term::Term value(term::Term term) override;
  std::vector<term::Term> unsat_core() override;
  void set_time_limit(std::optional<std::chrono::milliseconds> limit) override {
    inner_->set_time_limit(limit);
  }

 private:
  /// Abstracts the term, and asserts that constants which occur for the first time differ from all others of
  /// their sort.
  term::Term abstract(term::Term term);

  term::TermManager& terms_;
  EufAbstraction& abstraction_;
  std::unique_ptr<smt::Solver> inner_;
  term::TermSet seen_;
  std::map<term::Sort, term::TermVector> constants_;
  ModelExtension extension_;
  term::TermMap<term::Term> concrete_;  ///< abstract assumptions of the last check, with the given ones
};

}  // namespace pendulum::engine::euforia
