// A running member of the portfolio: a forked process that runs one engine and the judge.
#pragma once

#include <sys/types.h>

#include <string>

#include "base/pipe.h"
#include "engine/engine.h"
#include "engine/portfolio/shared_lemmas.h"

namespace pendulum::engine::portfolio {

/// Forks in the constructor. The child shares program and terms with this process copy-on-write. It leads its
/// own process group, dies when this process dies, and is killed and reaped in the destructor.
class MemberProcess {
 public:
  /// `lemmas` and `index`: the exchange, and the member's number in it; null: without exchange.
  MemberProcess(const Descriptor& descriptor, const Task& task, Env& env, const LemmaLogs* lemmas = nullptr,
                std::size_t index = 0);
  ~MemberProcess();
  MemberProcess(const MemberProcess&) = delete;
  MemberProcess& operator=(const MemberProcess&) = delete;

  pid_t id() const { return pid_; }
  /// File descriptor for poll; readable if read_some has something to read.
  int descriptor() const { return output_.get(); }
  /// Reads the available output of the child; returns true if the child has closed its end.
  bool read_some();
  /// How the child ended.
  struct End {
    std::string report;   ///< empty if the child ended without a report
    std::string failure;  ///< reason for a missing report: "signal 11", "exit code 3"
  };
  /// Reaps the child. Requires that read_some() returned true.
  End finish();
  /// Stops the child and its group; resume() continues them.
  void pause();
  void resume();
  /// Kills and reaps the child, and kills its group.
  void kill();

 private:
  pid_t pid_ = -1;
  base::Descriptor output_;
  bool is_closed_ = false;  ///< the child has closed its end of the pipe
  std::string text_;
};

}  // namespace pendulum::engine::portfolio
