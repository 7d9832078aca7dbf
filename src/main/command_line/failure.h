// Messages and exit codes for workers that end without an answer.
#pragma once

#include <string>

#include "supervise/supervisor.h"

namespace pendulum::main {

/// Prints "pendulum: error: <message>" to standard error ("internal error" for exit_internal) and returns
/// `exit_code`.
int complain(const std::string& message, int exit_code);

/// The exit code for a fault: exit_usage, exit_input or exit_internal, or exit_unknown for a fault that leads
/// to the verdict unknown.
int exit_code_of(const supervise::Fault& fault);

/// Why there is no verdict, as in "RESULT: unknown(<reason>)".
std::string reason_of(const supervise::Outcome& outcome);

/// Prints why a worker ended without an answer, and returns the exit code.
int complain(const supervise::Outcome& outcome);

}  // namespace pendulum::main
