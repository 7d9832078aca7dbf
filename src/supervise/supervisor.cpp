#include "supervise/supervisor.h"

#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <system_error>

#include "base/check.h"
#include "base/error.h"
#include "base/pipe.h"
#include "base/process/child.h"
#include "base/process/process_tree.h"
#include "supervise/worker.h"

namespace pendulum::supervise {

namespace {

using base::Clock;
using Seconds = std::chrono::duration<double>;

/// Additional time after the time limit, in which the worker can end by itself and write its answer.
constexpr Seconds kill_grace{0.15};
/// Maximum time between two checks of the limits. Memory is checked as often, because a solver can allocate
/// gigabytes within a second.
constexpr std::chrono::milliseconds tick{20};

/// Minimum time between two computations of the exact memory if the limit is not exceeded. The kernel walks
/// the page tables of all processes for it.
constexpr std::chrono::milliseconds exact_memory_interval{250};

sigset_t watched_signals() {
  sigset_t set;
  sigemptyset(&set);
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGCHLD}) sigaddset(&set, number);
  return set;
}

/// Blocks the watched signals and reads them from a descriptor.
class SignalWatch {
 public:
  SignalWatch() {
    const sigset_t set = watched_signals();
    ::sigprocmask(SIG_BLOCK, &set, &before_);
    fd_ = ::signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    PENDULUM_CHECK(fd_ >= 0, "signalfd should work");
  }
  ~SignalWatch() {
    ::close(fd_);
    ::sigprocmask(SIG_SETMASK, &before_, nullptr);
  }
  SignalWatch(const SignalWatch&) = delete;
  SignalWatch& operator=(const SignalWatch&) = delete;
  int descriptor() const { return fd_; }

  /// Takes all pending signals. True if one of them is not SIGCHLD and so requests the end of the run.
  bool take_interrupts() const {
    bool is_interrupted = false;
    signalfd_siginfo info;
    while (::read(fd_, &info, sizeof info) == sizeof info)
      is_interrupted = is_interrupted || info.ssi_signo != SIGCHLD;
    return is_interrupted;
  }

 private:
  sigset_t before_{};
  int fd_ = -1;
};

/// Observes the memory of the worker's processes.
class MemoryWatch {
 public:
  MemoryWatch(pid_t root, std::size_t limit_mib) : root_(root), limit_(limit_mib << 20) {
    PENDULUM_CHECK(root > 0, "{} should be a process", root);
  }

  /// Is the limit exceeded? The sum of the resident sets is inexpensive, but counts shared pages several
  /// times. It only determines when to compute the exact, more expensive sum of proportional sets.
  bool is_exceeded() {
    const std::vector<pid_t> tree = base::process_tree(root_);
    const std::size_t resident = base::resident_bytes(tree);
    const bool is_suspicious = limit_ != 0 && resident > limit_;
    const bool is_new_peak = resident > peak_ && Clock::now() >= next_look_;
    if (!is_suspicious && !is_new_peak) return false;
    next_look_ = Clock::now() + exact_memory_interval;
    const std::size_t bytes = tree.size() == 1 ? resident : base::proportional_bytes(tree);
    peak_ = std::max(peak_, bytes);
    return limit_ != 0 && bytes > limit_;
  }
  double peak_mib() const { return static_cast<double>(peak_) / (1 << 20); }

 private:
  pid_t root_;
  std::size_t limit_;
  std::size_t peak_ = 0;
  Clock::time_point next_look_{};
};

Fault parse_fault(const std::string& text) {
  PENDULUM_CHECK(!text.empty() && std::string_view("uistmx").find(text[0]) != std::string_view::npos,
                 "the fault \"{}\" should start with its kind", text);
  return {static_cast<FaultKind>(text[0]), text.substr(1)};
}

/// The supervisor's side of a running worker.
class Watch {
 public:
  Watch(pid_t worker, int channel, const WatchLimits& limits, Progress& progress, const SignalWatch& signals)
      : worker_(worker),
        channel_fd_(channel),
        channel_(channel),
        limits_(limits),
        progress_(progress),
        signals_(signals),
        memory_(worker, limits.memory_mib) {}

  /// Watches the worker until it has answered or has to be ended. Does not end it.
  Outcome run() {
    while (!is_over_) {
      std::array<pollfd, 2> fds{pollfd{channel_fd_, POLLIN, 0}, pollfd{signals_.descriptor(), POLLIN, 0}};
      ::poll(fds.data(), fds.size(), tick.count());
      take_messages();
      if (!is_over_ && signals_.take_interrupts()) end_with(Outcome::End::Interrupted);
      if (!is_over_) check_limits();
      if (!is_over_) check_worker();
      progress_.tick();
    }
    outcome_.peak_memory_mib = memory_.peak_mib();
    return outcome_;
  }

 private:
  void end_with(Outcome::End end) {
    PENDULUM_CHECK(!is_over_, "a run should end once");
    PENDULUM_CHECK(end != Outcome::End::Answered || outcome_.answer.has_value(),
                   "a worker that answered should have an answer");
    outcome_.end = end;
    is_over_ = true;
  }

  void take_messages() {
    for (Message& message : channel_.read()) {
      switch (message.kind) {
        case Message::Kind::Log:
          progress_.show(parse_log(message.text));
          break;
        case Message::Kind::Snapshot:
          outcome_.answer = std::move(message.text);
          break;
        case Message::Kind::Answer:
          outcome_.answer = std::move(message.text);
          end_with(Outcome::End::Answered);
          return;
        case Message::Kind::Fault:
          outcome_.fault = parse_fault(message.text);
          end_with(Outcome::End::Failed);
          return;
      }
    }
  }

  void check_limits() {
    const Seconds elapsed = Clock::now() - limits_.start;
    if (limits_.timeout_seconds > 0 && elapsed > Seconds(limits_.timeout_seconds) + kill_grace)
      return end_with(Outcome::End::Timeout);
    if (Clock::now() >= next_memory_check_) {
      next_memory_check_ = Clock::now() + tick;
      if (memory_.is_exceeded()) end_with(Outcome::End::Memory);
    }
  }

  void check_worker() {
    int status = 0;
    if (::waitpid(worker_, &status, WNOHANG) != worker_) return;
    take_messages();  // messages that it wrote just before its end
    if (is_over_) return;
    outcome_.crash = base::describe_end(status);
    end_with(Outcome::End::Crashed);
  }

  pid_t worker_;
  int channel_fd_;
  ChannelReader channel_;
  const WatchLimits& limits_;
  Progress& progress_;
  const SignalWatch& signals_;
  MemoryWatch memory_;
  Clock::time_point next_memory_check_{};
  Outcome outcome_;
  bool is_over_ = false;
};

/// Processor time of all children that have been reaped since this process started.
double cpu_seconds_of_children() {
  rusage usage{};
  ::getrusage(RUSAGE_CHILDREN, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

}  // namespace

Outcome supervise(const Job& job, const WatchLimits& limits, Progress& progress, const Scratch& scratch) {
  PENDULUM_CHECK(job && limits.timeout_seconds >= 0,
                 "a worker should have a job, and its limit should not be negative");
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  const double cpu_before = cpu_seconds_of_children();
  const SignalWatch signals;
  base::Pipe pipe = base::make_pipe();
  PENDULUM_CHECK(!scratch.path().empty(), "a worker should have a temporary directory");
  const pid_t supervisor = ::getpid();
  const pid_t worker = ::fork();
  if (worker < 0) throw std::system_error(errno, std::generic_category(), "forking");
  if (worker == 0) {
    pipe.read.close();
    scratch.forget();
    work(job, {pipe.write.get(), supervisor, scratch.path(), limits, progress.wanted_level()});
  }
  ::setpgid(worker, worker);
  scratch.set_worker(worker);
  pipe.write.close();
  pipe.read.set_nonblocking();

  Outcome outcome = Watch(worker, pipe.read.get(), limits, progress, signals).run();
  progress.clear();
  pipe.read.close();
  ::kill(-worker, SIGKILL);
  base::end_all_children(scratch.janitor());
  scratch.set_worker(0);
  outcome.wall_seconds = Seconds(Clock::now() - limits.start).count();
  outcome.cpu_seconds = cpu_seconds_of_children() - cpu_before;
  PENDULUM_CHECK(outcome.wall_seconds >= 0 && outcome.cpu_seconds >= 0,
                 "the times of a job should not be negative");
  return outcome;
}

}  // namespace pendulum::supervise
