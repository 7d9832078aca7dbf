// `pendulum verify`: the main job.
#pragma once

#include "base/settings.h"
#include "engine/engine.h"
#include "main/options.h"
#include "main/supervisor.h"
#include "report/run_record.h"

namespace pendulum::main {

/// The exit code; everything was printed. Throws InputError and UsageError for faults that show before the
/// work begins. The registry is a parameter so that tests can bring engines that misbehave.
int run_verify(const VerifyOptions& options, const engine::Registry& registry, base::Clock::time_point start);

/// All options of all engines with their default values, then those of --set. Throws UsageError.
base::Settings make_settings(const engine::Registry& registry, const std::vector<std::string>& assignments);

/// The worker's part: from the files to an answer on the channel. `staging`: where evidence is written;
/// empty: none.
void verify_in_worker(const VerifyOptions& options, const engine::Registry& registry,
                      const base::Settings& settings, report::RunRecord record, const std::string& staging,
                      const Worker& worker);

}  // namespace pendulum::main
