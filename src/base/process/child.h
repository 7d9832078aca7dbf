// Child processes that are forked without exec: their start and their end.
#pragma once

#include <sys/types.h>

#include <string>

namespace pendulum::base {

/// To be called in a forked child: makes it the leader of its own process group, ends it when `parent` ends,
/// and resets its signal handlers, except that SIGPIPE is ignored.
void start_as_child_of(pid_t parent);

/// Waits for the end of a child and returns its wait status. Returns 0 if `child` is not a child of this
/// process.
int wait_for_end(pid_t child);

/// "signal 11" or "exit code 3".
std::string describe_end(int wait_status);

}  // namespace pendulum::base
