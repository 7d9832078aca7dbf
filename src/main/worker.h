// The worker's side of the fork (supervisor.h).
#pragma once

#include <sys/types.h>

#include "main/supervisor.h"

namespace pendulum::main {

struct WorkerSetup {
  int channel;
  pid_t supervisor;
  std::string temporary_directory;
  WatchLimits limits;
  int log_level;
};

/// Runs the job; what it throws becomes a Fault message. Never returns.
[[noreturn]] void work(const Job& job, const WorkerSetup& setup);

}  // namespace pendulum::main
