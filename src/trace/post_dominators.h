// Immediate post-dominators of the locations of a program. Edges into the error location are not considered:
// they are checks, and a statement after a check is not regarded as controlled by it.
#pragma once

#include <vector>

#include "program/program.h"

namespace pendulum::trace {

class PostDominators {
 public:
  explicit PostDominators(const program::Program& program);

  /// The first location that all executions from `location` reach that end; `none` if there is none.
  program::LocationId immediate(program::LocationId location) const { return immediate_[location]; }
  static constexpr program::LocationId none = ~program::LocationId{0};

 private:
  std::vector<program::LocationId> immediate_;
};

}  // namespace pendulum::trace
