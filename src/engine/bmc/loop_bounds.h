// Searches for a bound of each loop, and checks whether the error is reachable within the bounds.
//
// Layers (program/unroller.h) count the back edges of all loops together: three loops of 20 iterations in
// sequence need 60 layers, with a copy of the whole program in each. Unrolled separately, each loop needs 20
// copies, and the code after it is copied once. So this is the suitable method to prove programs whose loops
// are bounded. It is useless for unbounded loops; therefore it works in time slices, alternating with the
// layers.
//
// Bounds start at zero repetitions. The first time that an execution can exceed the bound of a loop,
// accelerators estimate the number of iterations (iteration_estimate.h). After that, bounds that an execution
// can exceed are doubled, until no bound can be exceeded.
#pragma once

#include <set>
#include <variant>

#include "base/budget.h"
#include "engine/engine.h"
#include "program/unroller.h"
#include "smt/expansion.h"

namespace pendulum::engine::bmc {

class LoopBounds {
 public:
  /// `program` must outlive this object.
  LoopBounds(const program::Program& program, Env& env);

  /// Holds if this method can find more than the layers. With a single loop it cannot, because the layers do
  /// the same incrementally; nor can it after the error query within sufficient bounds was answered.
  bool are_worthwhile() const { return bounds_.size() > 1 && !is_decided_; }

  /// A counterexample, or a proof that none exists.
  using Answer = std::variant<certificate::ErrorPath, certificate::LoopUnrolling>;
  /// Continues the search for about `seconds`. Returns nothing if it does not end in this time.
  std::optional<Answer> continue_for(double seconds);

 private:
  /// The unrolling for the current bounds, and the solver that contains its constraints.
  struct Attempt {
    /// Throws Stopped if the unrolling is not finished within `limit`.
    Attempt(const LoopBounds& owner, std::chrono::milliseconds limit);
    /// Values of the unroller's symbols, and of the symbols that replace array reads. Requires that the last
    /// solver call was satisfiable.
    term::Model model();

    base::Budget budget;  ///< of the unrolling
    /// Expands array reads while the unrolling grows, so that known elements, such as the terminator of a
    /// string, bound loops by simplification.
    smt::Expander expander;
    bool can_expand;
    std::size_t num_asserted = 0;  ///< constraints of the expander that the solver contains already
    program::Unroller unroller;
    std::vector<program::Unroller::Visit> visits;
    std::unique_ptr<smt::Solver> solver;
    program::Unroller::Bounds grown;           ///< new bounds for heads whose bounds an execution can exceed
    std::set<program::LocationId> is_bounded;  ///< heads whose bounds no execution exceeds
  };
  /// The bound to try next for a head whose bound can be exceeded.
  unsigned larger_bound(program::LocationId head, const base::StopToken& stop);
  /// Raises all bounds that an execution can exceed; returns whether there was any. Throws Stopped if the
  /// solver does not decide.
  bool grow(const base::StopToken& stop);
  /// Answers the error query. Requires that no bound can be exceeded.
  std::optional<Answer> decide(const base::StopToken& stop);
  /// The bounds, reduced as far as no execution exceeds them: the judge's effort grows with the bounds.
  program::Unroller::Bounds tightened() const;
  /// The condition that an execution exceeds the bound of `head`.
  term::Term overrun(program::LocationId head) const;
  /// Throws Stopped if the solver returns unknown.
  bool is_sat(term::Term question, const base::StopToken& stop) const;

  const program::Program& program_;
  Env& env_;
  std::vector<program::LocationId> heads_;   ///< of all loops, in the weak topological order
  program::Unroller::Bounds bounds_;         ///< maximum number of repetitions of each loop
  std::set<program::LocationId> estimated_;  ///< heads for which an estimate was attempted
  bool is_decided_ = false;
  std::unique_ptr<Attempt> attempt_;  ///< for bounds_; kept between calls of continue_for()
};

}  // namespace pendulum::engine::bmc
