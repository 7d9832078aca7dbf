// Child processes with limits: run a command, or run a function of this process in a fork.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "base/confinement.h"

namespace pendulum::base {

struct CommandLimits {
  std::chrono::milliseconds time{10'000};
  std::size_t memory_mib = 0;        ///< address space; 0: none
  std::size_t stack_mib = 0;         ///< that the stack may have, where the system allows it; 0: as for us
  std::size_t output_bytes = 1 << 20;  ///< of each of the two streams; the rest is dropped
};

struct CommandResult {
  int exit_code = -1;   ///< -1 when a signal or the time limit ended it
  int signal = 0;
  bool timed_out = false;
  std::string output;   ///< standard output
  std::string error;    ///< standard error
};

/// Runs argv[0] (looked up in PATH) without a shell, with empty standard input. The child and its
/// descendants are killed at the time limit and when this process dies.
/// Throws InputError when the program cannot be started.
CommandResult run_command(const std::vector<std::string>& argv, const CommandLimits& limits);

/// Runs an untrusted program with an empty environment. `executable` is a path. Throws InputError when the program cannot be
/// started, in particular when the kernel does not allow the confinement.
CommandResult run_confined(const std::string& executable, const CommandLimits& limits,
                           const Confinement& confinement);

/// Runs `body` in a fork of this process; what it returns is the result's `output`. The exit code is 0 then, and
/// -1 when it ends in any other way: an exception, a signal, a call of exit(), the time limit. For libraries that
/// may end the process. Requires that `body` needs no other thread: only the calling one lives in the fork.
CommandResult run_fork(const std::function<std::string()>& body, const CommandLimits& limits);

/// A directory of our own below $TMPDIR, removed with everything in it at the end of its life.
class TemporaryDirectory {
 public:
  TemporaryDirectory();
  ~TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  pid_t owner_;  ///< a fork must not remove its parent's directory
};

}  // namespace pendulum::base
