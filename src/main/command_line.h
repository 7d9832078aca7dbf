// From argv to options.
#pragma once

#include "main/options.h"

namespace pendulum::main {

extern const char* const version;

/// Complaints are Answers with exit code 1.
CommandLine parse_command_line(int argc, const char* const* argv);

}  // namespace pendulum::main
