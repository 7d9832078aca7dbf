#include "base/process/child.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

#include "base/check.h"

namespace pendulum::base {

void start_as_child_of(pid_t parent) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);  // the parent ended before the call of prctl
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGCHLD}) ::signal(number, SIG_DFL);
  ::signal(SIGPIPE, SIG_IGN);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

int wait_for_end(pid_t child) {
  PENDULUM_CHECK(child > 0, "{} should be the id of a process", child);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

std::string describe_end(int wait_status) {
  PENDULUM_CHECK(WIFSIGNALED(wait_status) || WIFEXITED(wait_status),
                 "the wait status {} should be that of a process that has ended", wait_status);
  return WIFSIGNALED(wait_status) ? "signal " + std::to_string(WTERMSIG(wait_status))
                                  : "exit code " + std::to_string(WEXITSTATUS(wait_status));
}

}  // namespace pendulum::base
