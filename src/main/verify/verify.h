// `pendulum verify`: verifies a program and reports the verdict. Also implements `pendulum validate`.
#pragma once

#include "base/settings.h"
#include "engine/engine.h"
#include "main/command_line/options.h"
#include "report/run_record.h"
#include "supervise/scratch.h"
#include "supervise/supervisor.h"

namespace pendulum::main {

/// Verifies the program, prints the result and returns the exit code. Throws InputError and UsageError for
/// errors that are detected before the worker starts. The registry is a parameter so that tests can use
/// faulty engines.
int run_verify(const VerifyOptions& options, const engine::Registry& registry, base::Clock::time_point start);

/// The options with the resolved files. For `validate`: with the locations of the witness and the engine that
/// suits it. Throws InputError and UsageError.
VerifyOptions resolve(const VerifyOptions& given, const engine::Registry& registry);

/// The record before the engine runs.
report::RunRecord make_record(const VerifyOptions& options);

/// Throws if an output cannot be written, so that this is reported before the verification starts.
void check_outputs(const VerifyOptions& options);

/// Writes the requested files, prints the record and returns the exit code. `staging`: the evidence, from
/// EvidenceDirectory::make_staging; empty: none.
int finish(const VerifyOptions& options, const std::string& staging, const supervise::Outcome& outcome,
           const supervise::Scratch& scratch, report::RunRecord record);

/// The options of all engines with their default values, changed by the assignments of --set. Throws
/// UsageError.
base::Settings make_settings(const engine::Registry& registry, const std::vector<std::string>& assignments);

/// The worker's part: loads the files, runs the engine and sends the answer through the channel. Writes
/// evidence to the directory `staging`, unless it is empty.
void verify_in_worker(const VerifyOptions& options, const engine::Registry& registry,
                      const base::Settings& settings, report::RunRecord record, const std::string& staging,
                      const supervise::Worker& worker);

}  // namespace pendulum::main
