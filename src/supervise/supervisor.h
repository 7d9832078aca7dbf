// The process that the user starts is the supervisor. It forks a worker for all work, so that limits hold
// even if a solver or a compiler hangs, and so that only one process writes to the user's terminal.
//
//   supervisor ── worker (own process group; front end, engine, judge, files)
//        │           └── members of the portfolio, clang, native replays: each ends with its parent
//        └────── janitor (scratch.h)
//
// The supervisor is a subreaper: descendants whose parents have ended become its children. It ends and reaps
// all of them before it prints the result.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "base/logger.h"
#include "base/stop.h"
#include "supervise/channel.h"
#include "supervise/progress.h"
#include "supervise/scratch.h"

namespace pendulum::supervise {

/// The environment of a job.
struct Worker {
  const ChannelWriter& channel;
  const base::StopToken& stop;  ///< its deadline is shortly before the supervisor's time limit
  base::Logger logger;
};
/// The code that the worker runs.
using Job = std::function<void(const Worker& worker)>;

struct WatchLimits {
  base::Clock::time_point start;
  double timeout_seconds = 0;  ///< measured from `start`; 0: none
  std::size_t memory_mib = 0;  ///< for all processes together; 0: none
};

/// The kind of exception that ended a job; the values are the letters of a Fault message.
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
    Answered,  ///< `answer` is set
    Failed,    ///< an exception left the job; `fault` is set
    Timeout,
    Memory,
    Interrupted,  ///< by SIGINT, SIGTERM or SIGHUP
    Crashed,      ///< `crash` describes the end: "signal 11", "exit code 3"
  };
  End end = End::Crashed;
  std::optional<std::string> answer;  ///< the Answer; without an Answer the last Snapshot
  std::optional<Fault> fault;
  std::string crash;
  double wall_seconds = 0;
  double cpu_seconds = 0;  ///< of all processes of this job
  double peak_memory_mib = 0;
};

/// Runs `job` in a fork and watches it. The worker's TMPDIR is scratch.path(). Requires: this process has
/// only one thread. Ensures: all processes of the job have ended.
Outcome supervise(const Job& job, const WatchLimits& limits, Progress& progress, const Scratch& scratch);

}  // namespace pendulum::supervise
