// Child processes with resource limits: run a command, or run a function in a forked child.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "base/process/confinement.h"

namespace pendulum::base {

struct CommandLimits {
  std::chrono::milliseconds time{10'000};
  std::size_t memory_mib = 0;          ///< limit of the address space; 0: no limit
  std::size_t stack_mib = 0;           ///< soft stack limit, at most the hard limit; 0: inherit the limit
  std::size_t output_bytes = 1 << 20;  ///< limit for each of the two streams; the rest is discarded
};

struct CommandResult {
  int exit_code = -1;  ///< -1 if a signal or the timeout ended the process
  int signal = 0;
  bool timed_out = false;
  std::string output;  ///< standard output
  std::string error;   ///< standard error
};

/// Runs argv[0] (looked up in PATH) without a shell and with empty standard input. The child and its
/// descendants are killed at the timeout and when this process dies. Throws InputError if the program cannot
/// be started.
CommandResult run_command(const std::vector<std::string>& argv, const CommandLimits& limits);

/// Runs an untrusted program with an empty environment. `executable` is a path. Throws InputError if the
/// program cannot be started, in particular if the kernel does not permit the confinement.
CommandResult run_confined(const std::string& executable, const CommandLimits& limits,
                           const Confinement& confinement);

/// Runs `body` in a forked child. If `body` returns, the exit code is 0 and `output` is the returned string.
/// The exit code is -1 if the child ends in another way: by an exception, a signal, a call of exit(), or the
/// timeout. Useful for libraries that may terminate the process. Requires: `body` does not depend on other
/// threads, since only the calling thread exists in the child.
CommandResult run_fork(const std::function<std::string()>& body, const CommandLimits& limits);

/// A new directory in $TMPDIR (default: /tmp). The destructor removes it with its content.
class TemporaryDirectory {
 public:
  TemporaryDirectory();
  ~TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  pid_t owner_;  ///< process that made the directory; only this process removes it
};

}  // namespace pendulum::base
