// A member of the portfolio at work: a fork of this process that runs one engine and the judge.
#pragma once

#include <sys/types.h>

#include <string>

#include "engine/engine.h"

namespace pendulum::engine::portfolio {

/// Forks at construction. Nothing is copied by hand: the child sees program and terms as they are now. The
/// child leads its own process group, dies when this process dies, and is killed and reaped at destruction.
class MemberProcess {
 public:
  MemberProcess(const Descriptor& descriptor, const Task& task, Env& env);
  ~MemberProcess();
  MemberProcess(const MemberProcess&) = delete;
  MemberProcess& operator=(const MemberProcess&) = delete;

  pid_t id() const { return pid_; }
  /// For poll: readable when there is something for read_some.
  int descriptor() const { return fd_; }
  /// Takes what the child has written; true when the child has closed its end.
  bool read_some();
  /// After read_some() gave true: reaps the child. The report, or unknown(crash: ...) when it did not
  /// arrive whole.
  struct End {
    std::string report;   ///< empty: the child ended without one
    std::string failure;  ///< "signal 11", "exit code 3"; for the end without a report
  };
  End finish();
  /// Halts the child and its group where they are; resume() lets them go on.
  void pause();
  void resume();
  /// Ends the child and its group now.
  void kill();

 private:
  pid_t pid_ = -1;
  int fd_ = -1;
  std::string text_;
};

}  // namespace pendulum::engine::portfolio
