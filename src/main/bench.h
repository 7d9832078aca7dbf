// `pendulum bench`: measures engines on tasks with known verdicts. Each run is a separate process with its
// own limits.
#pragma once

#include "engine/engine.h"
#include "main/options.h"

namespace pendulum::main {

/// Runs the benchmark and prints the table. Returns the exit code: 1 if a verdict is wrong, else 0. Throws
/// InputError and UsageError.
int run_bench(const BenchOptions& options, const engine::Registry& registry);

}  // namespace pendulum::main
