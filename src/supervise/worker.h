// The worker's side of the fork in supervisor.h.
#pragma once

#include <sys/types.h>

#include "supervise/supervisor.h"

namespace pendulum::supervise {

struct WorkerSetup {
  int channel;
  pid_t supervisor;
  std::string temporary_directory;
  WatchLimits limits;
  int log_level;
};

/// Runs the job in the forked process and ends the process. An exception of the job becomes a Fault message.
[[noreturn]] void work(const Job& job, const WorkerSetup& setup);

}  // namespace pendulum::supervise
