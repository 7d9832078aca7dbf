// `pendulum interpolate`: prints interpolants of named assertions.
#pragma once

#include "main/command_line/options.h"
#include "supervise/supervisor.h"

namespace pendulum::main {

/// Prints a checked interpolant sequence for each request of the file. Returns the exit code: 0 on success, 2
/// if the file is invalid or a request is satisfiable, 5 if no interpolant was found.
int run_interpolate(const InterpolateOptions& options, base::Clock::time_point start);

}  // namespace pendulum::main
