// All of phase 2 ([IMPULSE], section 5): accelerates loops and searches the instrumented program to a bound
// that grows slowly.
//
// Errors are looked for in the program without the changes that no error may depend on (decision 11), over
// bit-vectors, in large blocks.
#pragma once

#include <deque>

#include "engine/impulse/bounded_search.h"
#include "engine/impulse/loop_acceleration.h"
#include "engine/prepared_program.h"

namespace pendulum::engine::impulse {

class ErrorSearch {
 public:
  ErrorSearch(const Task& task, Env& env);

  /// One turn: accelerates loops and searches, in limited time. A search that was not completed is repeated
  /// in the next turn with twice the time; otherwise the bounds grow if there are no new accelerators.
  std::optional<Result> run();
  /// Returns true if run() was called.
  bool has_run() const { return has_run_; }
  bool has_loops() const { return !loops_.heads().empty(); }

 private:
  /// Returns whether there are new accelerators. Takes at most half of the turn.
  bool accelerate();
  std::optional<Result> search(AcceleratedUnrolling::Bounds bounds, const base::StopToken& stop);
  /// Fills open_bounds_ if it is empty or if there are new accelerators.
  void plan_searches(bool has_new_accelerators);
  base::Clock::time_point deadline() const;
  void grow();
  std::optional<Result> confirmed(const certificate::ErrorPath& path);

  Env& env_;
  program::Program without_havocked_inputs_;
  Task task_;
  PreparedProgram prepared_;
  LoopAcceleration loops_;
  bool is_accelerating_;
  bool has_run_ = false;
  bool has_planned_ = false;
  /// Bounds that have not been searched completely, in the order of the search.
  std::deque<AcceleratedUnrolling::Bounds> open_bounds_;
  unsigned bound_;                                        ///< of accelerated loops
  unsigned unaccelerated_bound_;                          ///< of the others
  base::Clock::duration turn_ = std::chrono::seconds(2);  ///< the longest turn of phase 2
};

}  // namespace pendulum::engine::impulse
