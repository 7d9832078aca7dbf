// Replays an error path on the compiled program: generates harness.c, compiles it together with the
// instrumented modules, runs the executable in a confined child process with limits, and checks that it
// shows the expected violation.
#pragma once

#include <chrono>

#include "check/kernel/judgement.h"
#include "check/replay/execution.h"
#include "check/replay/observed_error.h"
#include "program/native_source.h"

namespace pendulum::check {

/// The arguments of clang, apart from the harness, and the stack and the address space of the executable.
struct ReplayBuild {
  std::vector<std::string> flags;
  std::vector<std::string> modules;  ///< paths
  unsigned stack_mib = 0;            ///< stack limit of the executable; 0: inherit the limit
  /// The executable has 32-bit addresses and no object above 3 GiB. The stack of a 32-bit process otherwise
  /// ends at 4 GiB, where the address of a local plus a large offset wraps around and compares as less.
  bool is_below_3_gib = false;
};
/// The flags and modules with which the expected error can be observed.
ReplayBuild replay_build(const program::NativeSource& source, const ExpectedError& expected);

/// Accepted if the compiled program shows the expected error, Rejected if it does not, Undecided if the
/// harness cannot be built or started. `limit` is the time limit of the execution; building the executable
/// may take three times as long.
Judgement replay_natively(term::TermManager& terms, const program::NativeSource& source,
                          const std::vector<ConsumedBlock>& inputs, const ExpectedError& expected,
                          std::chrono::milliseconds limit);

}  // namespace pendulum::check
