// Warns about proofs that hold because the user's assumptions contradict each other.
#pragma once

#include <functional>

#include "engine/engine.h"
#include "input/load.h"
#include "supervise/supervisor.h"

namespace pendulum::main {

/// Searches for an execution that passes each assumption of the user (frontend probe_assumptions), with bmc
/// and for at most two seconds. Warns about each assumption for which it proves that there is none. Does
/// nothing if the program has no assumptions or if the time does not suffice.
void warn_about_contradictions(const input::SourceOptions& options, const input::Source& source,
                               const engine::Registry& registry, const base::Settings& settings,
                               const supervise::Worker& worker);

}  // namespace pendulum::main
