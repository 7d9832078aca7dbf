// Every command runs as a child of a guardian. The guardian is a forked process that leads a process group,
// starts the command in this group, reports the command's exit status and then kills the whole group. The
// kernel sends the guardian a signal when Pendulum dies (PR_SET_PDEATHSIG), so that no descendants survive
// even if Pendulum is killed by SIGKILL. Between fork and exec, only async-signal-safe functions are called,
// because other threads may hold locks at the time of the fork.
#include "base/process/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "base/check.h"
#include "base/pipe.h"
#include "base/process/child.h"
#include "base/stop.h"

namespace pendulum::base {

namespace {

/// Exit code of a process that could not become the command, as in shells.
constexpr int not_started_exit = 127;

/// Maximum time of one call of poll, which takes an int. The deadline is checked again after it.
constexpr long max_poll_milliseconds = 60'000;

/// Size of the buffer for one read: the usual capacity of a pipe on Linux.
constexpr std::size_t buffer_bytes = 65536;

/// Message that the guardian writes to the status pipe. It is smaller than PIPE_BUF, so writes are atomic.
struct Status {
  enum class What { NotStarted, Exited, Signalled } what;
  int value;  ///< errno, exit code or signal
};

/// A pipe for the output of a child.
Pipe make_output_pipe() {
  Pipe pipe = make_pipe();
  pipe.read.set_nonblocking();
  return pipe;
}

/// Parameters of the child process, computed before the fork. Does not own its pointers and descriptors.
struct Launch {
  std::vector<char*> argv;
  int null_fd;
  int output_fd;
  int error_fd;
  int status_fd;
  rlim_t memory_bytes;
  rlim_t stack_bytes;
  pid_t parent;
  const Confinement* confinement = nullptr;  ///< null: the command is trusted
  sock_filter* filter = nullptr;             ///< writable copy of confinement->filter
};

void report_status(int fd, Status status) {
  while (::write(fd, &status, sizeof status) < 0 && errno == EINTR) {
  }
}

void report_end(int fd, int wait_status) {
  const bool exited = WIFEXITED(wait_status);
  report_status(fd, {exited ? Status::What::Exited : Status::What::Signalled,
                     exited ? WEXITSTATUS(wait_status) : WTERMSIG(wait_status)});
}

void kill_own_group(int) {
  ::kill(0, SIGKILL);
}

/// Raises the soft stack limit to `bytes`, or to the hard limit if that is smaller. Never lowers it.
void allow_stack(rlim_t bytes) {
  rlimit stack{};
  if (::getrlimit(RLIMIT_STACK, &stack) != 0 || stack.rlim_cur == RLIM_INFINITY || stack.rlim_cur >= bytes)
    return;
  stack.rlim_cur = stack.rlim_max == RLIM_INFINITY ? bytes : std::min(bytes, stack.rlim_max);
  ::setrlimit(RLIMIT_STACK, &stack);
}

void set_up_child(const Launch& launch) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::signal(SIGTERM, SIG_DFL);
  ::dup2(launch.null_fd, STDIN_FILENO);
  ::dup2(launch.output_fd, STDOUT_FILENO);
  ::dup2(launch.error_fd, STDERR_FILENO);
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  if (launch.memory_bytes != 0) {
    const rlimit memory{launch.memory_bytes, launch.memory_bytes};
    ::setrlimit(RLIMIT_AS, &memory);
  }
  if (launch.stack_bytes != 0) allow_stack(launch.stack_bytes);
}

[[noreturn]] void exec_command(const Launch& launch) {
  set_up_child(launch);
  ::close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC);  // includes inherited descriptors
  ::execvp(launch.argv[0], launch.argv.data());
  report_status(launch.status_fd, {Status::What::NotStarted, errno});
  ::_exit(not_started_exit);
}

[[noreturn]] void exec_confined(const Launch& launch) {
  set_up_child(launch);
  ::close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC);
  char* const no_environment[] = {nullptr};
  const char* path = launch.argv[0];
  if (confine_this_process(*launch.confinement, launch.filter, path))
    ::execve(path, launch.argv.data(), no_environment);
  report_status(launch.status_fd, {Status::What::NotStarted, errno});
  ::_exit(not_started_exit);
}

/// Main function of the parent of a confined program. If namespaces are used, it is the first process of the
/// PID namespace.
[[noreturn]] void watch_confined(const Launch& launch) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (launch.confinement->has_namespaces && !close_file_system()) {
    report_status(launch.status_fd, {Status::What::NotStarted, errno});
    ::_exit(not_started_exit);
  }
  const pid_t program = ::_Fork();
  if (program == 0) exec_confined(launch);
  ::close(launch.output_fd);
  ::close(launch.error_fd);
  if (program > 0) {
    report_end(launch.status_fd, watch_program(program, launch.confinement->resident_mib));
  } else {
    report_status(launch.status_fd, {Status::What::NotStarted, errno});
  }
  ::_exit(0);
}

/// Main function of the forked child of run_fork. Writes the result of `body` to standard output and reports
/// its status only if `body` has returned normally.
[[noreturn]] void run_body(const Launch& launch, const std::function<std::string()>& body) {
  ::setpgid(0, 0);
  for (const int number : {SIGINT, SIGHUP, SIGPIPE, SIGCHLD, SIGALRM}) ::signal(number, SIG_DFL);
  set_up_child(launch);
  if (::getppid() != launch.parent) ::_exit(not_started_exit);  // the parent died before prctl
  try {
    if (!write_all(STDOUT_FILENO, body())) ::_exit(not_started_exit);
    report_status(launch.status_fd, {Status::What::Exited, 0});
  } catch (...) {
    // The missing status tells the parent that `body` failed.
  }
  ::_exit(0);  // skips destructors: temporary files and buffers belong to the parent
}

/// Main function of the guardian. It ends by killing its own process group.
[[noreturn]] void guard_command(const Launch& launch) {
  ::setpgid(0, 0);
  for (const int number : {SIGINT, SIGHUP, SIGPIPE, SIGCHLD, SIGALRM}) ::signal(number, SIG_DFL);
  ::signal(SIGTERM, kill_own_group);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (::getppid() != launch.parent) ::_exit(not_started_exit);  // the parent died before prctl

  const bool is_confined = launch.confinement != nullptr;
  const bool is_refused = is_confined && launch.confinement->has_namespaces && !enter_namespaces();
  const pid_t child = is_refused ? -1 : ::_Fork();
  if (child == 0) is_confined ? watch_confined(launch) : exec_command(launch);
  if (child < 0) {
    report_status(launch.status_fd, {Status::What::NotStarted, errno});
    ::_exit(not_started_exit);
  }
  // The reader sees the end of a stream only after every copy of its write end has been closed.
  ::close(launch.output_fd);
  ::close(launch.error_fd);
  int wait_status = 0;
  while (::waitpid(child, &wait_status, 0) < 0 && errno == EINTR) {
  }
  if (!is_confined) report_end(launch.status_fd, wait_status);  // a confined child reports its status itself
  ::kill(0, SIGKILL);
  ::_exit(0);
}

/// Appends all available data to `text` until `text` has `cap` bytes, and discards the rest. Closes `fd` at
/// the end of the stream.
void drain(Descriptor& fd, std::string& text, std::size_t cap) {
  PENDULUM_CHECK(text.size() <= cap, "{} bytes should have been cut to {}", text.size(), cap);
  std::array<char, buffer_bytes> buffer;
  while (fd.is_open()) {
    const ssize_t count = ::read(fd.get(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) return;
    if (count <= 0) {
      fd.close();
      return;
    }
    text.append(buffer.data(), std::min<std::size_t>(count, cap - text.size()));
  }
}

/// A running child process as seen from the parent. The destructor kills the child's process group.
class Supervision {
 public:
  Supervision(pid_t guardian, Descriptor output, Descriptor error, Descriptor status)
      : guardian_(guardian),
        output_(std::move(output)),
        error_(std::move(error)),
        status_(std::move(status)) {
    PENDULUM_CHECK(guardian > 0, "{} should be the id of a process", guardian);
    PENDULUM_CHECK(status_.is_open(), "the status of process {} should be readable", guardian);
  }
  ~Supervision() { end_group(); }

  /// Waits for the end of the child or for the deadline, then kills the process group. Collects at most `cap`
  /// bytes of each output stream in `result`. Returns no value if the child has not reported a status.
  std::optional<Status> wait(Clock::time_point deadline, std::size_t cap, CommandResult& result) {
    std::string status_text;
    while (status_.is_open()) {
      // Round up, so that the deadline has really passed when the caller compares it with the clock.
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
      if (left <= 0) break;
      std::array<pollfd, 3> fds{pollfd{status_.get(), POLLIN, 0}, pollfd{output_.get(), POLLIN, 0},
                                pollfd{error_.get(), POLLIN, 0}};  // poll ignores negative descriptors
      ::poll(fds.data(), fds.size(), static_cast<int>(std::min<long>(left, max_poll_milliseconds)));
      drain(output_, result.output, cap);
      drain(error_, result.error, cap);
      drain(status_, status_text, sizeof(Status));
    }
    end_group();
    drain(output_, result.output, cap);
    drain(error_, result.error, cap);
    drain(status_, status_text, sizeof(Status));
    if (status_text.size() != sizeof(Status)) return std::nullopt;
    Status status;
    std::memcpy(&status, status_text.data(), sizeof status);
    return status;
  }

 private:
  void end_group() {
    if (guardian_ < 0) return;
    ::kill(-guardian_, SIGKILL);
    ::kill(guardian_, SIGKILL);  // it may not have created its process group yet
    wait_for_end(guardian_);
    guardian_ = -1;
  }

  pid_t guardian_;
  Descriptor output_;
  Descriptor error_;
  Descriptor status_;
};

}  // namespace

namespace {

/// Runs a command as a child of a guardian. `confinement` is null for trusted commands.
CommandResult run_below_guardian(const std::vector<std::string>& argv, const CommandLimits& limits,
                                 const Confinement* confinement) {
  PENDULUM_CHECK(!argv.empty(), "a command should have a name");
  const auto deadline = Clock::now() + limits.time;
  Pipe output = make_output_pipe(), error = make_output_pipe(), status = make_output_pipe();
  Descriptor null = above_standard_streams(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  std::vector<sock_filter> filter;
  if (confinement != nullptr) filter = confinement->filter;

  Launch launch{{},
                null.get(),
                output.write.get(),
                error.write.get(),
                status.write.get(),
                static_cast<rlim_t>(limits.memory_mib) << 20,
                static_cast<rlim_t>(limits.stack_mib) << 20,
                ::getpid(),
                confinement,
                filter.data()};
  for (const std::string& argument : argv) launch.argv.push_back(const_cast<char*>(argument.c_str()));
  launch.argv.push_back(nullptr);

  const pid_t guardian = ::_Fork();
  if (guardian < 0) throw InputError("cannot start " + argv[0] + ": " + std::strerror(errno));
  if (guardian == 0) guard_command(launch);
  for (Descriptor* fd : {&output.write, &error.write, &status.write, &null}) fd->close();

  Supervision supervision(guardian, std::move(output.read), std::move(error.read), std::move(status.read));
  CommandResult result;
  const std::optional<Status> end = supervision.wait(deadline, limits.output_bytes, result);
  if (!end) {
    result.timed_out = Clock::now() >= deadline;
    result.signal = SIGKILL;
    return result;
  }
  switch (end->what) {
    case Status::What::NotStarted:
      throw InputError("cannot start " + argv[0] + ": " + std::strerror(end->value));
    case Status::What::Exited:
      result.exit_code = end->value;
      break;
    case Status::What::Signalled:
      result.signal = end->value;
      break;
  }
  return result;
}

}  // namespace

CommandResult run_command(const std::vector<std::string>& argv, const CommandLimits& limits) {
  return run_below_guardian(argv, limits, nullptr);
}

CommandResult run_confined(const std::string& executable, const CommandLimits& limits,
                           const Confinement& confinement) {
  PENDULUM_CHECK(!confinement.filter.empty(), "a confined program should have a filter of system calls");
  PENDULUM_CHECK(!confinement.directory.empty(), "a confined program should have a directory");
  PENDULUM_CHECK(executable.find('/') != std::string::npos, "the executable {} should be a path", executable);
  return run_below_guardian({executable}, limits, &confinement);
}

CommandResult run_fork(const std::function<std::string()>& body, const CommandLimits& limits) {
  PENDULUM_CHECK(body != nullptr, "a forked child should have a function to run");
  const auto deadline = Clock::now() + limits.time;
  Pipe output = make_output_pipe(), error = make_output_pipe(), status = make_output_pipe();
  Descriptor null = above_standard_streams(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  const Launch launch{{},
                      null.get(),
                      output.write.get(),
                      error.write.get(),
                      status.write.get(),
                      static_cast<rlim_t>(limits.memory_mib) << 20,
                      static_cast<rlim_t>(limits.stack_mib) << 20,
                      ::getpid()};
  // fork instead of _Fork: `body` allocates memory, and only fork leaves the heap locks released in the
  // child.
  const pid_t child = ::fork();
  if (child < 0) throw std::system_error(errno, std::generic_category(), "forking");
  if (child == 0) run_body(launch, body);
  for (Descriptor* fd : {&output.write, &error.write, &status.write, &null}) fd->close();

  Supervision supervision(child, std::move(output.read), std::move(error.read), std::move(status.read));
  CommandResult result;
  const std::optional<Status> end = supervision.wait(deadline, limits.output_bytes, result);
  if (end) {
    result.exit_code = 0;
  } else {
    result.timed_out = Clock::now() >= deadline;
  }
  return result;
}

TemporaryDirectory::TemporaryDirectory() : owner_(::getpid()) {
  const char* parent = std::getenv("TMPDIR");
  path_ = std::string(parent != nullptr && *parent != '\0' ? parent : "/tmp") + "/pendulum-XXXXXX";
  if (::mkdtemp(path_.data()) == nullptr) {
    throw InputError("cannot make a temporary directory " + path_ + ": " + std::strerror(errno));
  }
}

TemporaryDirectory::~TemporaryDirectory() {
  if (::getpid() != owner_) return;
  std::error_code ignored;  // a destructor cannot report errors
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace pendulum::base
