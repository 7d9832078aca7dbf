// `pendulum encode`: writes the program in the formats of other tools.
#pragma once

#include "main/command_line/options.h"
#include "supervise/supervisor.h"

namespace pendulum::main {

/// Writes the encoding. Returns the exit code: 0 on success, 5 if a limit or unsupported code prevented it,
/// another code of exit_code.h for other faults.
int run_encode(const EncodeOptions& options, base::Clock::time_point start);

}  // namespace pendulum::main
