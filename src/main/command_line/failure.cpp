#include "main/command_line/failure.h"

#include <fmt/core.h>

#include "base/check.h"
#include "main/command_line/exit_code.h"

namespace pendulum::main {

using supervise::Fault;
using supervise::FaultKind;
using supervise::Outcome;

int complain(const std::string& message, int exit_code) {
  PENDULUM_CHECK(exit_code != exit_true && exit_code != exit_false, "{} should be the exit code of a failure",
                 exit_code);
  fmt::print(stderr, "pendulum: {}: {}\n", exit_code == exit_internal ? "internal error" : "error", message);
  return exit_code;
}

int exit_code_of(const Fault& fault) {
  switch (fault.kind) {
    case FaultKind::Usage:
      return exit_usage;
    case FaultKind::Input:
      return exit_input;
    case FaultKind::Internal:
      return exit_internal;
    case FaultKind::Unsupported:
    case FaultKind::Stopped:
    case FaultKind::Memory:
      return exit_unknown;
  }
  PENDULUM_UNREACHABLE();
}

namespace {

std::string reason_of(const Fault& fault) {
  switch (fault.kind) {
    case FaultKind::Unsupported:
      return "unsupported: " + fault.message;
    case FaultKind::Stopped:
      return "timeout";
    case FaultKind::Memory:
      return "memory";
    case FaultKind::Usage:
    case FaultKind::Input:
    case FaultKind::Internal:
      return "crash: " + fault.message;
  }
  PENDULUM_UNREACHABLE();
}

}  // namespace

std::string reason_of(const Outcome& outcome) {
  switch (outcome.end) {
    case Outcome::End::Answered:
      return "incomplete";
    case Outcome::End::Failed:
      PENDULUM_CHECK(outcome.fault.has_value(), "a worker that failed should have a fault");
      return reason_of(*outcome.fault);
    case Outcome::End::Timeout:
      return "timeout";
    case Outcome::End::Memory:
      return "memory";
    case Outcome::End::Interrupted:
      return "interrupted";
    case Outcome::End::Crashed:
      PENDULUM_CHECK(!outcome.crash.empty(), "a crash should have a description");
      return "crash: " + outcome.crash;
  }
  PENDULUM_UNREACHABLE();
}

int complain(const supervise::Outcome& outcome) {
  using End = supervise::Outcome::End;
  PENDULUM_CHECK(outcome.end != End::Answered, "a worker that answered should not have failed");
  PENDULUM_CHECK((outcome.end == End::Failed) == outcome.fault.has_value(),
                 "a worker should have a fault if and only if it failed");
  if (outcome.end == End::Crashed) return complain("the worker ended by " + outcome.crash, exit_internal);
  const int code = outcome.end == End::Failed ? exit_code_of(*outcome.fault) : exit_unknown;
  return complain(code == exit_unknown ? reason_of(outcome) : outcome.fault->message, code);
}

}  // namespace pendulum::main
