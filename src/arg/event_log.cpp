#include "arg/event_log.h"

#include "base/check.h"

namespace pendulum::arg {

std::string_view to_string(LabelOrigin origin) {
  switch (origin) {
    case LabelOrigin::Initial:
      return "initial";
    case LabelOrigin::Interpolant:
      return "interpolant";
    case LabelOrigin::Post:
      return "post";
    case LabelOrigin::ForcedCover:
      return "forced cover";
  }
  PENDULUM_UNREACHABLE();
}

}  // namespace pendulum::arg
