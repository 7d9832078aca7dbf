// Finds proofs that hold only because the user's assumptions contradict each other, or because no execution
// reaches the assertions.
#pragma once

#include <functional>
#include <vector>

#include "engine/engine.h"
#include "input/load.h"
#include "main/command_line/options.h"
#include "report/run_record.h"
#include "supervise/supervisor.h"

namespace pendulum::main {

/// Searches for an execution that passes each assumption and evaluates each assertion of the user (frontend
/// probe_assumptions), with bmc and for at most two seconds. Warns about those for which it proves that there
/// is none, and returns them. Does nothing if the program has no assumptions and no explanation is wanted, or
/// if the time does not suffice.
std::vector<report::UnreachableLine> find_unreachable(const VerifyOptions& options,
                                                      const input::Source& source,
                                                      const engine::Registry& registry,
                                                      const base::Settings& settings,
                                                      const supervise::Worker& worker);

}  // namespace pendulum::main
