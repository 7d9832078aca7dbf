// `pendulum bench`: engines on tasks with known verdicts, each run a process of its own with its own limits.
#pragma once

#include "engine/engine.h"
#include "main/options.h"

namespace pendulum::main {

/// Prints the table. The exit code: 1 when a verdict is wrong, else 0. Throws InputError and UsageError.
int run_bench(const BenchOptions& options, const engine::Registry& registry);

}  // namespace pendulum::main
