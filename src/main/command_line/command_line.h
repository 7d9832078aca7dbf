// Parses the command line.
#pragma once

#include "main/command_line/options.h"

namespace pendulum::main {

/// Returns the options of the chosen command, or an Answer for --help, --version (exit code 0) and faults of
/// the command line (exit code 1).
CommandLine parse_command_line(int argc, const char* const* argv);

}  // namespace pendulum::main
