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

#include "engine/bmc/loop_unwinding.h"

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
  /// The unrolling for the current bounds, and what is known about it.
  struct Attempt {
    LoopUnwinding loops;
    program::Unroller::Bounds grown = {};           ///< new bounds for heads whose bounds can be exceeded
    std::set<program::LocationId> is_bounded = {};  ///< heads whose bounds no execution exceeds
  };
  /// Makes the attempt for the current bounds. Throws Stopped if this takes longer than `limit`.
  void unroll(std::chrono::milliseconds limit);
  /// The bound to try next for a head whose bound can be exceeded.
  unsigned larger_bound(program::LocationId head, const base::StopToken& stop);
  /// Raises all bounds that an execution can exceed; returns whether there was any. Throws Stopped if the
  /// solver does not decide.
  bool grow(const base::StopToken& stop);
  /// Answers the error query. Requires that no bound can be exceeded.
  std::optional<Answer> decide(const base::StopToken& stop);
  /// The bounds, reduced as far as no execution exceeds them: the judge's effort grows with the bounds.
  program::Unroller::Bounds tightened() const;

  const program::Program& program_;
  Env& env_;
  std::vector<program::LocationId> heads_;   ///< of all loops, in the weak topological order
  program::Unroller::Bounds bounds_;         ///< maximum number of repetitions of each loop
  std::set<program::LocationId> estimated_;  ///< heads for which an estimate was attempted
  bool is_decided_ = false;
  std::unique_ptr<Attempt> attempt_;  ///< for bounds_; kept between calls of continue_for()
};

}  // namespace pendulum::engine::bmc
