// The explanation of a counterexample of a C program, after the verdict.
#pragma once

#include "engine/engine.h"
#include "input/load.h"
#include "report/run_record.h"
#include "supervise/supervisor.h"

namespace pendulum::main {

/// Minimises the counterexample and adds its statements to the record. `loaded` are the options with which
/// `source` was loaded. The verdict does not depend on it: if it fails or time runs out, the counterexample
/// is not explained. Requires: the verdict is false, and the program is a C program.
void add_trace(report::RunRecord& record, engine::JudgedResult& judged, const input::SourceOptions& loaded,
               const input::Source& source, unsigned seed, const supervise::Worker& worker);

}  // namespace pendulum::main
