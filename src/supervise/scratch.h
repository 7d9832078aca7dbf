// Temporary files that are removed at the end of a run, even if the process is killed.
#pragma once

#include <sys/types.h>

#include <string>

#include "base/pipe.h"

namespace pendulum::supervise {

/// A temporary directory and a janitor: a small process that waits until this process ends for whatever
/// reason. The janitor then ends the worker's process group and removes the directory and all other
/// registered paths.
class Scratch {
 public:
  /// Throws InputError if the directory cannot be created. Requires: this process has only one thread.
  Scratch();
  /// Starts the cleanup by the janitor and waits for it.
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  const std::string& path() const { return path_; }
  pid_t janitor() const { return janitor_; }
  /// Registers another file or directory, which is removed at the end if it still has this name.
  void remove_at_end(const std::string& path) const;
  /// Sets the process group that the janitor ends before it removes files; 0: none.
  void set_worker(pid_t group) const;
  /// Closes the pipe to the janitor. To be called in a forked worker, which must not keep the pipe open.
  void forget() const;

 private:
  std::string path_;
  pid_t janitor_ = -1;
  base::Descriptor lifeline_;  ///< pipe to the janitor, which starts the cleanup at end of file
};

}  // namespace pendulum::supervise
