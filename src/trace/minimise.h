// Minimises a counterexample before it is shown: looks for smaller inputs with which the program reaches the
// same violation, in fewer or equally many steps. The interpreter executes every candidate; the control flow
// may change.
#pragma once

#include <optional>

#include "base/stop.h"
#include "certificate/error_path.h"

namespace pendulum::trace {

/// Limits of the search: the number of executions; the time is limited by `stop`.
struct MinimiseLimits {
  std::size_t max_runs = 2000;
  std::uint64_t max_steps = 20'000;  ///< longer paths are not minimised
};

/// A path to the same violation that is smaller: it has fewer steps, or as many steps and smaller inputs.
/// Nothing if none was found. The result has to be judged again.
std::optional<certificate::ErrorPath> minimise(const program::Program& program,
                                               const certificate::ErrorPath& path,
                                               const base::StopToken& stop,
                                               const MinimiseLimits& limits = {});

}  // namespace pendulum::trace
