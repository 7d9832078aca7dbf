#include "supervise/scratch.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <random>
#include <thread>
#include <vector>

#include "base/check.h"
#include "base/error.h"
#include "base/pipe.h"
#include "base/process/child.h"

namespace pendulum::supervise {

namespace {

/// Number of times that the janitor tries to remove the files, and the time between them: two seconds in all.
/// A killed process may write files until it has ended, which takes a moment on a loaded machine.
constexpr int max_attempts = 100;
constexpr std::chrono::milliseconds attempt_interval{20};

/// The janitor's orders. The constructor reads NUL-terminated orders ("P<path>", "W<process group>") until
/// the supervisor's end of the pipe is closed.
struct Orders {
  std::vector<std::string> paths;
  pid_t worker = 0;

  explicit Orders(int lifeline) {
    std::string pending;
    static_cast<void>(base::read_available(lifeline, pending));
    // A run gives few orders, so they can all be parsed at the end.
    for (std::size_t end; (end = pending.find('\0')) != std::string::npos; pending.erase(0, end + 1)) {
      if (pending[0] == 'P') paths.push_back(pending.substr(1, end - 1));
      if (pending[0] == 'W') worker = static_cast<pid_t>(std::atol(pending.c_str() + 1));
    }
  }
};

/// Ends the worker and removes the paths. Processes that are about to end may still write files, so it
/// repeats this for up to two seconds.
void remove_paths(const Orders& orders) {
  for (int attempt = 0; attempt < max_attempts; ++attempt) {
    bool is_worker_alive = false;
    if (orders.worker > 0) is_worker_alive = ::kill(-orders.worker, SIGKILL) == 0 || errno == EPERM;
    bool is_all_gone = true;
    for (const std::string& path : orders.paths) {
      std::error_code error;
      std::filesystem::remove_all(path, error);
      is_all_gone = is_all_gone && !std::filesystem::exists(std::filesystem::symlink_status(path, error));
    }
    if (is_all_gone && !is_worker_alive) return;
    std::this_thread::sleep_for(attempt_interval);
  }
}

[[noreturn]] void work_as_janitor(int lifeline) {
  ::setpgid(0, 0);  // signals to the supervisor's process group must not end the janitor
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGQUIT}) ::signal(number, SIG_IGN);
  const int null = ::open("/dev/null", O_RDWR);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(null, stream);
  remove_paths(Orders(lifeline));
  ::_exit(0);
}

std::string fresh_name() {
  const char* parent = std::getenv("TMPDIR");
  std::random_device random;
  return fmt::format("{}/pendulum-{}-{:08x}{:08x}", parent != nullptr && *parent != '\0' ? parent : "/tmp",
                     ::getpid(), random(), random());
}

/// If the write fails, the janitor has ended, and the files remain.
void order(int lifeline, char kind, const std::string& text) {
  PENDULUM_CHECK(text.find('\0') == std::string::npos, "an order should contain no NUL, which ends it");
  static_cast<void>(base::write_all(lifeline, kind + text + '\0'));
}

}  // namespace

Scratch::Scratch() {
  path_ = fresh_name();
  base::Pipe pipe = base::make_pipe();
  janitor_ = ::fork();
  if (janitor_ < 0) throw base::InputError(std::string("cannot fork: ") + std::strerror(errno));
  if (janitor_ == 0) {
    pipe.write.close();
    work_as_janitor(pipe.read.get());
  }
  lifeline_ = std::move(pipe.write);
  // The janitor gets the name before the directory exists, so the directory is removed in any case.
  remove_at_end(path_);
  if (::mkdir(path_.c_str(), 0700) != 0) {
    const std::string reason = std::strerror(errno);
    lifeline_.close();
    throw base::InputError("cannot make a temporary directory " + path_ + ": " + reason);
  }
}

Scratch::~Scratch() {
  lifeline_.close();
  base::wait_for_end(janitor_);
}

void Scratch::remove_at_end(const std::string& path) const {
  PENDULUM_CHECK(!path.empty(), "a file that is removed should have a name");
  order(lifeline_.get(), 'P', std::filesystem::absolute(path).string());
}

void Scratch::set_worker(pid_t group) const {
  PENDULUM_CHECK(group >= 0, "{} should be a process group", group);
  order(lifeline_.get(), 'W', std::to_string(group));
}

void Scratch::forget() const {
  ::close(lifeline_.get());
}

}  // namespace pendulum::supervise
