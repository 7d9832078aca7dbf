// Follows a path of abstract states with all inputs of an execution symbolic. Used if a single stored state
// cannot take the next step of the path because an observable is arbitrary: another execution may reach the
// same abstract state with another value.
#pragma once

#include "engine/bmc/abstract_states.h"

namespace pendulum::engine::bmc {

/// A step of the path: the edge, and the formulas that have to hold after it (none: no condition).
struct PathStep {
  program::EdgeId edge;
  term::TermVector target;
};

struct ExecutedPath {
  std::size_t num_steps = 0;     ///< that an execution can follow
  Exploration::NodeId last = 0;  ///< the stored state after these steps, or before the edge into the error
  Exploration::Words inputs;     ///< of the last step
};

/// Executes the longest prefix of the path that an execution from entry can follow, and stores its states.
/// Requires that only the last step may lead to the error. Throws GaveUp.
ExecutedPath execute_prefix(const program::Program& program, Exploration& exploration,
                            const std::vector<PathStep>& path, Env& env, const base::Budget& budget);

}  // namespace pendulum::engine::bmc
