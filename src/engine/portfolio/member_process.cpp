#include "engine/portfolio/member_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <exception>
#include <system_error>
#include <utility>

#include "base/check.h"
#include "base/error.h"
#include "engine/portfolio/member_report.h"

namespace pendulum::engine::portfolio {

namespace {

void write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(fd, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;  // the reader has closed the pipe
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

void become_member(pid_t parent) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);  // the parent died before prctl
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGCHLD}) ::signal(number, SIG_DFL);
  ::signal(SIGPIPE, SIG_IGN);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

/// Runs the engine in the child and returns the serialised report. An exception of the engine becomes a
/// report, too.
std::string run_member(const Descriptor& descriptor, const Task& task, Env& env) {
  const base::Statistics before = env.statistics;
  MemberReport report;
  try {
    report.judged = run_and_judge(descriptor, task, env);
  } catch (const base::UsageError&) {
    throw;
  } catch (const std::exception& error) {
    report.judged.result = Result::unknown(Reason::Crash, error.what());
    report.judged.engine = descriptor.key;
  }
  report.statistics = difference(env.statistics, before);
  return serialize(task.program, report);
}

}  // namespace

MemberProcess::MemberProcess(const Descriptor& descriptor, const Task& task, Env& env) {
  int fds[2];
  if (::pipe2(fds, O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "making a pipe");
  const pid_t parent = ::getpid();
  pid_ = ::fork();
  if (pid_ < 0) {
    const int error = errno;
    ::close(fds[0]);
    ::close(fds[1]);
    throw std::system_error(error, std::generic_category(), "forking");
  }
  if (pid_ == 0) {
    become_member(parent);
    ::close(fds[0]);
    int code = 0;
    try {
      write_all(fds[1], run_member(descriptor, task, env));
    } catch (...) {
      code = 6;
    }
    ::_exit(code);  // without destructors: temporary files and buffers belong to the parent
  }
  ::setpgid(pid_, pid_);  // in parent and child, so that the group exists before kill() is called
  ::close(fds[1]);
  fd_ = fds[0];
  ::fcntl(fd_, F_SETFL, O_NONBLOCK);
}

MemberProcess::~MemberProcess() {
  kill();
  if (fd_ >= 0) ::close(fd_);
}

bool MemberProcess::read_some() {
  PENDULUM_CHECK(fd_ >= 0, "the pipe of a member should be open");
  std::array<char, 65536> buffer;
  while (true) {
    const ssize_t count = ::read(fd_, buffer.data(), buffer.size());
    if (count > 0) {
      text_.append(buffer.data(), static_cast<std::size_t>(count));
    } else if (count < 0 && errno == EINTR) {
      continue;
    } else {
      is_closed_ = count == 0 || errno != EAGAIN;
      return is_closed_;
    }
  }
}

MemberProcess::End MemberProcess::finish() {
  PENDULUM_CHECK(is_closed_ && pid_ > 0, "a member should be reaped once, after its report");
  int status = 0;
  while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  ::kill(-pid_, SIGKILL);  // processes that the child may have left in its group
  pid_ = -1;
  End end;
  if (WIFSIGNALED(status)) {
    end.failure = "signal " + std::to_string(WTERMSIG(status));
  } else if (WEXITSTATUS(status) != 0) {
    end.failure = "exit code " + std::to_string(WEXITSTATUS(status));
  } else {
    end.report = std::move(text_);
  }
  return end;
}

void MemberProcess::pause() {
  PENDULUM_CHECK(pid_ > 0, "a member should be running");
  ::kill(-pid_, SIGSTOP);
}

void MemberProcess::resume() {
  PENDULUM_CHECK(pid_ > 0, "a member should be halted");
  ::kill(-pid_, SIGCONT);
}

void MemberProcess::kill() {
  if (pid_ < 0) return;
  ::kill(-pid_, SIGKILL);
  ::kill(pid_, SIGKILL);
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
}

}  // namespace pendulum::engine::portfolio
