// Looks for bounds of all loops, each for itself, and asks for the error within them.
//
// Layers (system/unroller.h) count the back edges of all loops together: three loops of 20 iterations in a
// row need 60 layers with a copy of the whole program in each. Unwound each for itself, they need 20 copies
// each, and what follows them is there once. So for programs whose loops are bounded this is the way to a
// proof; for endless ones it is of no use, and the work is done in slices beside the layers.
//
// The bounds start at no repetition. The first time that a run can exceed the bound of a loop, accelerators
// estimate how often the loop can be repeated where it is entered (iteration_estimate.h). Otherwise what a run
// can exceed is doubled, until nothing can be exceeded.
#pragma once

#include <set>
#include <variant>

#include "engine/engine.h"
#include "smt/expansion.h"
#include "system/unroller.h"

namespace pendulum::engine::bmc {

class LoopBounds {
 public:
  /// `program` should outlive this.
  LoopBounds(const program::Program& program, Env& env);

  /// Is there more to find here than by layers? Not with one loop, where layers do the same and go on from
  /// where they were, and not when everything within the bounds has been asked.
  bool are_worthwhile() const { return bounds_.size() > 1 && !is_decided_; }

  /// An error, or the proof that there is none, if `seconds` are about enough to find it.
  using Answer = std::variant<certificate::ErrorPath, certificate::Unwinding>;
  std::optional<Answer> work(double seconds);

 private:
  /// What was unwound with the present bounds, and what the solver knows about it.
  struct Attempt {
    /// Throws Stopped when the unwinding takes until `deadline`.
    Attempt(const LoopBounds& owner, base::Clock::time_point deadline);
    /// Values of the unroller's symbols, and of the reads that stand for arrays. After Sat.
    term::Model model();

    base::StopToken stop;
    /// Reads of arrays are expanded while the unwinding grows, so that elements that are known, such as the
    /// terminator of a string, end loops.
    smt::Expander expander;
    bool can_expand;
    std::size_t num_asserted = 0;  ///< constraints of the expander
    system::Unroller unroller;
    std::vector<system::Unroller::Visit> visits;
    std::unique_ptr<smt::Solver> solver;
    system::Unroller::Bounds grown;            ///< bounds that runs can exceed
    std::set<program::LocationId> is_bounded;  ///< heads whose bounds no run exceeds
  };
  /// The bound to try after a run exceeded this one.
  unsigned larger_bound(program::LocationId head, const base::StopToken& stop);
  /// Raises the bounds that a run can exceed. Throws Stopped when the solver does not say which.
  bool grow(const base::StopToken& stop);
  /// Requires that no bound can be exceeded.
  std::optional<Answer> decide(const base::StopToken& stop);
  /// The judge's work grows with the bounds.
  system::Unroller::Bounds tightened() const;
  term::Term overrun(program::LocationId head) const;
  /// Throws Stopped instead of giving no answer.
  bool is_sat(term::Term question, const base::StopToken& stop) const;

  const program::Program& program_;
  Env& env_;
  std::vector<program::LocationId> heads_;  ///< of all loops, in the weak topological order
  system::Unroller::Bounds bounds_;         ///< of all loops
  std::set<program::LocationId> estimated_;  ///< heads whose bounds were estimated, with or without success
  bool is_decided_ = false;
  std::unique_ptr<Attempt> attempt_;  ///< with these; goes on when there is time again
};

}  // namespace pendulum::engine::bmc
