// A worker of a campaign: takes runs from the queue, executes them one after the other, and stores their
// rows. The hidden command `pendulum work` is a worker; all methods of running a campaign start it.
#pragma once

#include <string>

namespace pendulum::campaign {

struct WorkOptions {
  std::string store;
  unsigned campaign = 0;
  long minutes = 0;  ///< a cluster manager ends the worker after this time; 0: no limit
};

/// The longest time of a run. The run enforces its own limit; half of it and ten seconds more cover the time
/// that a busy machine needs to end the run.
inline double longest_run_seconds(double timeout_seconds) {
  return timeout_seconds * 1.5 + 10;
}

/// Works until the campaign is complete, or until other idle workers watch over the runs that are left.
/// Returns the exit code. Throws InputError if the store cannot be read or written.
int work(const WorkOptions& options);

}  // namespace pendulum::campaign
