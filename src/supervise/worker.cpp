#include "supervise/worker.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <new>

#include "base/error.h"
#include "base/process/child.h"

namespace pendulum::supervise {

namespace {

using base::Clock;

void become_worker(const WorkerSetup& setup) {
  base::start_as_child_of(setup.supervisor);
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  ::setenv("TMPDIR", setup.temporary_directory.c_str(), 1);
  // Only the supervisor writes to standard output: the output of a library must not look like a verdict.
  const int null = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  ::dup2(null, STDIN_FILENO);
  ::dup2(STDERR_FILENO, STDOUT_FILENO);
}

/// Stack of the worker, which is larger than usual because solvers recurse over terms. It always fits into
/// the gap of at least 128 MiB that the kernel leaves below the stack.
constexpr rlim_t stack_bytes = rlim_t{120} << 20;

/// The part of the time limit that the worker leaves to its end and to the answer, and bounds for that time:
/// a short run needs some time for its end as well, and a long run not more than half a second.
constexpr double end_share = 0.03;
constexpr double min_end_seconds = 0.05;
constexpr double max_end_seconds = 0.5;

/// Exit code of a worker that sent a Fault. The supervisor uses the message and not the code.
constexpr int fault_exit = 6;

void raise_stack_limit() {
  rlimit limit{};
  ::getrlimit(RLIMIT_STACK, &limit);
  if (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= stack_bytes) return;
  limit.rlim_cur = std::min(stack_bytes, limit.rlim_max);
  ::setrlimit(RLIMIT_STACK, &limit);
}

/// A deadline before the supervisor's limit, so that the worker can still send its answer.
std::optional<Clock::time_point> deadline_of(const WatchLimits& limits) {
  if (limits.timeout_seconds <= 0) return std::nullopt;
  const double margin = std::clamp(limits.timeout_seconds * end_share, min_end_seconds, max_end_seconds);
  const std::chrono::duration<double> budget(std::max(0.0, limits.timeout_seconds - margin));
  return limits.start + std::chrono::duration_cast<Clock::duration>(budget);
}

/// Runs the job and converts each exception to a Fault. The worker catches exceptions only here.
std::optional<Fault> run_guarded(const Job& job, const Worker& worker) {
  try {
    job(worker);
    return std::nullopt;
  } catch (const base::UsageError& error) {
    return Fault{FaultKind::Usage, error.what()};
  } catch (const base::InputError& error) {
    return Fault{FaultKind::Input, error.what()};
  } catch (const base::Unsupported& error) {
    return Fault{FaultKind::Unsupported, error.what()};
  } catch (const base::Stopped& error) {
    return Fault{FaultKind::Stopped, error.what()};
  } catch (const std::bad_alloc& error) {
    return Fault{FaultKind::Memory, error.what()};
  } catch (const std::exception& error) {
    return Fault{FaultKind::Internal, error.what()};
  } catch (...) {
    return Fault{FaultKind::Internal, "an exception of unknown type"};
  }
}

}  // namespace

void work(const Job& job, const WorkerSetup& setup) {
  become_worker(setup);
  raise_stack_limit();
  const ChannelWriter channel(setup.channel);
  const std::optional<Clock::time_point> deadline = deadline_of(setup.limits);
  std::optional<base::StopToken> stop;
  if (deadline) {
    stop.emplace(*deadline);
  } else {
    stop.emplace();
  }
  const base::Logger logger(
      "", setup.log_level,
      [&](int level, std::string_view name, std::string_view message) { channel.log(level, name, message); });
  const auto fault = run_guarded(job, Worker{channel, *stop, logger});
  if (fault) channel.send(Message::Kind::Fault, static_cast<char>(fault->kind) + fault->message);
  ::_exit(fault ? fault_exit : 0);
}

}  // namespace pendulum::supervise
