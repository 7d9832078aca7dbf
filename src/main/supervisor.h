// The process that the user starts only watches: the work is done in a fork, so that limits hold whatever a
// solver or a compiler does, and so that exactly one process speaks to the user.
//
//   supervisor ── worker (own process group; front end, engine, judge, files)
//        │           └── members of the portfolio, clang, native runs: each dies with its parent
//        └────── janitor (scratch.h)
//
// The supervisor is a subreaper: descendants whose parents died become its children, and it ends and reaps
// all of them before it speaks.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "base/logger.h"
#include "base/stop.h"
#include "main/channel.h"
#include "main/progress.h"
#include "main/scratch.h"

namespace pendulum::main {

/// What the worker's code gets.
struct Worker {
  const ChannelWriter& channel;
  const base::StopToken& stop;  ///< a bit before the supervisor's time limit
  base::Logger logger;
};
using Job = std::function<void(const Worker& worker)>;

struct WatchLimits {
  base::Clock::time_point start;
  double timeout_seconds = 0;  ///< from `start`; 0: none
  std::size_t memory_mib = 0;  ///< of all processes together; 0: none
};

/// How an exception that left the job is reported.
enum class FaultKind : char {
  Usage = 'u',
  Input = 'i',
  Unsupported = 's',
  Stopped = 't',
  Memory = 'm',
  Internal = 'x',
};

struct Fault {
  FaultKind kind;
  std::string message;
};

struct Outcome {
  enum class End {
    Answered,  ///< `answer` is there
    Failed,    ///< `fault` is there
    Timeout,
    Memory,
    Interrupted,  ///< by SIGINT, SIGTERM or SIGHUP
    Crashed,      ///< `crash` says how: "signal 11", "exit code 3"
  };
  End end = End::Crashed;
  std::optional<std::string> answer;  ///< the last Answer, else the last Snapshot
  std::optional<Fault> fault;
  std::string crash;
  double wall_seconds = 0;
  double cpu_seconds = 0;
  double peak_memory_mib = 0;
};

/// Runs `job` in a fork and watches it; afterwards no process of it lives. Requires that this process has one
/// thread. The worker's TMPDIR is scratch.path().
Outcome supervise(const Job& job, const WatchLimits& limits, Progress& progress, const Scratch& scratch);

}  // namespace pendulum::main
