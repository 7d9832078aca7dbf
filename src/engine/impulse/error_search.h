// All of phase 2 ([IMPULSE], section 5): accelerates loops as phase 1 meets them and searches the instrumented
// program to a bound that grows slowly.
//
// Errors are looked for in the program without the changes that no error may depend on (decision 11), over
// bit-vectors, in large blocks.
#pragma once

#include "engine/impulse/bounded_search.h"
#include "engine/impulse/loop_acceleration.h"
#include "engine/prepared_program.h"

namespace pendulum::engine::impulse {

class ErrorSearch {
 public:
  ErrorSearch(const Task& task, Env& env);

  /// Phase 1 came to the location of that name again: accelerates its loop and searches. An empty name: the
  /// next loop that was not accelerated yet, or a larger bound if there is none. The time is limited.
  std::optional<Result> run(const std::string& location);

 private:
  /// Returns whether a loop was looked at.
  bool accelerate(const std::string& location, const base::StopToken& stop);
  std::optional<Result> search(AcceleratedUnrolling::Bounds bounds, const base::StopToken& stop);
  base::Clock::time_point deadline() const;
  void grow();
  std::optional<Result> confirmed(const certificate::ErrorPath& path);

  Env& env_;
  program::Program without_changes_;
  Task task_;
  PreparedProgram prepared_;
  LoopAcceleration loops_;
  bool is_accelerating_;
  unsigned bound_;              ///< of accelerated loops
  unsigned unaccelerated_bound_;  ///< of the others
  base::Clock::duration turn_ = std::chrono::seconds(5);  ///< the longest turn of phase 2
};

}  // namespace pendulum::engine::impulse
