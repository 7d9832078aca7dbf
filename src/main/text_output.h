// Commands that print a text, computed by a supervised worker.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>

#include "main/command_line/options.h"
#include "supervise/supervisor.h"

namespace pendulum::main {

/// Writes the text to `output_file`, or to standard output if it is empty. The file appears only if the
/// worker succeeds. Returns the exit code: 0 on success, 5 if a limit prevented it, another code of
/// exit_code.h for other faults.
int write_text(const std::string& output_file, const RunOptions& run, base::Clock::time_point start,
               const std::function<void(std::ostream&, const supervise::Worker&)>& write);

}  // namespace pendulum::main
