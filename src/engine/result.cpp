#include "engine/result.h"

#include "base/check.h"

namespace pendulum::engine {

std::string_view to_string(Reason reason) {
  switch (reason) {
    case Reason::Timeout:
      return "timeout";
    case Reason::Memory:
      return "memory";
    case Reason::Bound:
      return "bound";
    case Reason::Incomplete:
      return "incomplete";
    case Reason::Unsupported:
      return "unsupported";
    case Reason::Rejected:
      return "rejected";
    case Reason::Interrupted:
      return "interrupted";
    case Reason::Crash:
      return "crash";
  }
  PENDULUM_UNREACHABLE();
}

}  // namespace pendulum::engine
