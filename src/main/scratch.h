// The files of a run that must not outlive it, even when this process is killed.
#pragma once

#include <sys/types.h>

#include <string>

namespace pendulum::main {

/// A temporary directory, and a janitor: a small process that waits for our end, whatever it is, and then
/// removes the directory and all other registered paths. It also ends the worker's process group.
class Scratch {
 public:
  /// Throws InputError when no directory can be made. Requires that this process has one thread.
  Scratch();
  /// Lets the janitor do its work and waits for it.
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  const std::string& path() const { return path_; }
  pid_t janitor() const { return janitor_; }
  /// Another file or directory to remove at the end, if it is still there under this name.
  void remove_at_end(const std::string& path) const;
  /// The group that the janitor ends first; 0: none (any more).
  void set_worker(pid_t group) const;
  /// For the worker's side of a fork: it must not hold the lifeline.
  void forget() const;

 private:
  std::string path_;
  pid_t janitor_ = -1;
  int lifeline_ = -1;  ///< the janitor reads its other end, whose end of file is our end
};

}  // namespace pendulum::main
