// An unrolling of each loop within its own bound, and the solver that answers questions about it.
#pragma once

#include <chrono>
#include <memory>
#include <vector>

#include "base/budget.h"
#include "engine/engine.h"
#include "program/unroller.h"
#include "smt/expansion.h"

namespace pendulum::engine::bmc {

class LoopUnwinding {
 public:
  /// Unrolls the loops of `program` within `bounds`. Throws Stopped if this takes longer than `limit`.
  /// Requires: `program` outlives this object.
  LoopUnwinding(const program::Program& program, const program::Unroller::Bounds& bounds, Env& env,
                std::chrono::milliseconds limit);

  const program::Unroller& unroller() const { return unroller_; }
  const std::vector<program::Unroller::Visit>& visits() const { return visits_; }
  /// The expander of array reads; null if the program's arrays cannot be expanded.
  smt::Expander* expander() { return can_expand_ ? &expander_ : nullptr; }

  /// The condition that an execution repeats the loop at `head` more than `bound` times.
  term::Term overrun(program::LocationId head, unsigned bound) const;
  /// Whether the condition, over terms of the unrolling, is satisfiable. Throws Stopped if the solver returns
  /// unknown.
  bool is_sat(term::Term condition, const base::StopToken& stop);
  /// Makes the solver use that the condition is unsatisfiable. Requires: is_sat(condition) was false.
  void exclude(term::Term condition) { solver_->assert_term(env_.terms.mk_not(condition)); }
  /// Values of the unroller's symbols, and of the symbols that replace array reads. Requires: the last answer
  /// of is_sat was true.
  term::Model model();

 private:
  Env& env_;
  base::Budget budget_;  ///< of the unrolling
  /// Expands array reads while the unrolling grows, so that known elements, such as the terminator of a
  /// string, bound loops by simplification.
  smt::Expander expander_;
  bool can_expand_;
  std::size_t num_asserted_ = 0;  ///< constraints of the expander that the solver contains already
  program::Unroller unroller_;
  std::vector<program::Unroller::Visit> visits_;
  std::unique_ptr<smt::Solver> solver_;
};

}  // namespace pendulum::engine::bmc
