// Replays an error path on the compiled program: generates harness.c, compiles it with the instrumented
// source by clang, runs it in a child process with limits, and watches it reach the error.
#pragma once

#include <chrono>

#include "check/interpreter.h"
#include "check/observed_error.h"
#include "program/native_source.h"

namespace pendulum::check {

/// The harness: definitions of the functions and objects without body, which hand out `inputs` in order.
/// Blocks of inputs that are repeated cost the harness one entry each, however often.
std::string make_harness(term::TermManager& terms, const program::NativeSource& source,
                         const std::vector<ConsumedBlock>& inputs);

/// What clang makes the executable of, beside the harness.
struct ReplayBuild {
  std::vector<std::string> flags;
  std::vector<std::string> modules;  ///< paths
  unsigned stack_mib = 0;            ///< that the run should have; 0: as for us
};
ReplayBuild replay_build(const program::NativeSource& source, const ExpectedError& expected);

/// `limit` is for the run; building the executable may take three times as long.
Judgement replay_natively(term::TermManager& terms, const program::NativeSource& source,
                          const std::vector<ConsumedBlock>& inputs, const ExpectedError& expected,
                          std::chrono::milliseconds limit);

}  // namespace pendulum::check
