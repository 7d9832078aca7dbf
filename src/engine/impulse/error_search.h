// Phase 2 of [IMPULSE], section 5: accelerates loops and searches the instrumented program up to a bound that
// grows slowly.
//
// The search uses the program without havocked inputs, because no counterexample may depend on them
// (decision 11), over bit-vectors and in large blocks.
#pragma once

#include <deque>

#include "base/budget.h"
#include "engine/impulse/bounded_search.h"
#include "engine/impulse/loop_acceleration.h"
#include "engine/prepared_program.h"

namespace pendulum::engine::impulse {

class ErrorSearch {
 public:
  ErrorSearch(const Task& task, Env& env);

  /// Executes one turn: accelerates loops and searches, in limited time. Returns unsafe with a counterexample
  /// path that the judge has accepted, or nothing. A search that was not completed is repeated in the next
  /// turn with twice the time; otherwise the bounds grow unless it found new accelerators. Throws Stopped
  /// only if env.stop is stopped. Does not search programs with integers, reals or uninterpreted sorts,
  /// because accelerators and SAT solver need bit-vectors.
  std::optional<Result> run();
  /// Returns true if run() was called.
  bool has_run() const { return has_run_; }
  bool has_loops() const { return !loops_.heads().empty(); }

 private:
  /// Returns whether there are new accelerators. Takes at most half of the time of the turn.
  bool accelerate(const base::Budget& turn);
  std::optional<Result> search(AcceleratedUnrolling::Bounds bounds, const base::StopToken& stop);
  /// Fills open_bounds_ if it is empty or if there are new accelerators.
  void plan_searches(bool has_new_accelerators);
  /// Increases the bounds.
  void grow();
  /// Returns unsafe if the path can be concretised and the judge accepts it.
  std::optional<Result> confirmed(const certificate::ErrorPath& path);

  Env& env_;
  program::Program without_havocked_inputs_;
  Task task_;
  PreparedProgram prepared_;
  LoopAcceleration loops_;
  const bool is_over_words_;  ///< all terms are Booleans, bit-vectors and arrays of them
  bool is_accelerating_;
  bool has_run_ = false;
  bool has_planned_ = false;
  /// Bounds that have not been searched completely, in the order of the search.
  std::deque<AcceleratedUnrolling::Bounds> open_bounds_;
  unsigned bound_;                  ///< of accelerated loops
  unsigned unaccelerated_bound_;    ///< of the other loops
  std::chrono::milliseconds turn_;  ///< maximum duration of the next turn
};

}  // namespace pendulum::engine::impulse
