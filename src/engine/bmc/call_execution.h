// Extends a call tree by the activations of an execution. A missing call ends every path in the unwound
// program, so queries find one missing call after the other; an execution finds all that follow.
#pragma once

#include "certificate/error_path.h"
#include "program/passes/unwind_calls.h"

namespace pendulum::engine::bmc {

class CallExecution {
 public:
  /// `program`, `calls` and `tree` must outlive this object.
  CallExecution(const program::Program& program, const program::CallStructure& calls, program::CallTree& tree)
      : program_(program), calls_(calls), tree_(tree) {}

  /// Executes the program along `path`, a path of the transformed program, and continues with inputs that are
  /// zero. Adds the activations to the tree, but none deeper than `max_depth`: the execution ends there, and
  /// after `max_steps` edges in all calls of this function together.
  void run(const program::Transformed& transformed, const certificate::ErrorPath& path,
           std::uint32_t max_depth, std::size_t max_steps);

 private:
  /// Follows a call or a return from `node`.
  program::CallTree::NodeId next(program::CallTree::NodeId node, program::EdgeId edge);

  const program::Program& program_;
  const program::CallStructure& calls_;
  program::CallTree& tree_;
  std::size_t num_steps_ = 0;
};

}  // namespace pendulum::engine::bmc
