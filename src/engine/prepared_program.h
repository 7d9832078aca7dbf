// The program as most engines want it: pruned to what can reach the error, sliced, in large blocks; and the
// way back for what they find.
#pragma once

#include <optional>

#include "certificate/certificate.h"
#include "engine/engine.h"
#include "program/passes.h"

namespace pendulum::engine {

enum class Blocks { Small, Large };

class PreparedProgram {
 public:
  /// Records the sizes before and after as program.* in env.statistics.
  PreparedProgram(const Task& task, Env& env, Blocks blocks);

  const program::Program& program() const { return passes_.back().program; }
  /// No path of the graph leads to the error: every invariant proves it.
  bool is_trivially_safe() const { return program().incoming(program().error()).empty(); }

  /// Evidence over program() as evidence over the task's program.
  certificate::Certificate lift(const certificate::Certificate& certificate) const;
  /// Nothing when the original does not follow: a fault of a pass.
  std::optional<certificate::ErrorPath> refine(const certificate::ErrorPath& path) const;

 private:
  const program::Program& original_;
  std::vector<program::Transformed> passes_;  ///< in the order in which they were applied
};

/// A Z3 solver for unrollings of the program: for its logic, with arrays expanded where that is possible.
std::unique_ptr<smt::Solver> make_unrolling_solver(const program::Program& program, Env& env);

}  // namespace pendulum::engine
