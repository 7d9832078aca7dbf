// `pendulum encode`: the program in the formats of other tools.
#pragma once

#include "main/options.h"
#include "main/supervisor.h"

namespace pendulum::main {

/// The exit code: 0 when the encoding was written, 5 when limits or unsupported code prevented it.
int run_encode(const EncodeOptions& options, base::Clock::time_point start);

}  // namespace pendulum::main
