// `pendulum verify`: verifies a program and reports the verdict. Also implements `pendulum validate`.
#pragma once

#include "base/settings.h"
#include "engine/engine.h"
#include "main/options.h"
#include "report/run_record.h"
#include "supervise/supervisor.h"

namespace pendulum::main {

/// Verifies the program, prints the result and returns the exit code. Throws InputError and UsageError for
/// errors that are detected before the worker starts. The registry is a parameter so that tests can use
/// faulty engines.
int run_verify(const VerifyOptions& options, const engine::Registry& registry, base::Clock::time_point start);

/// The options of all engines with their default values, changed by the assignments of --set. Throws
/// UsageError.
base::Settings make_settings(const engine::Registry& registry, const std::vector<std::string>& assignments);

/// The worker's part: loads the files, runs the engine and sends the answer through the channel. Writes
/// evidence to the directory `staging`, unless it is empty.
void verify_in_worker(const VerifyOptions& options, const engine::Registry& registry,
                      const base::Settings& settings, report::RunRecord record, const std::string& staging,
                      const supervise::Worker& worker);

}  // namespace pendulum::main
