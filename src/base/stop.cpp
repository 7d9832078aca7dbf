#include "base/stop.h"

#include <algorithm>

#include "base/error.h"

namespace pendulum::base {

void StopToken::throw_if_stopped() const {
  if (is_stopped()) throw Stopped("timeout");
}

std::optional<std::chrono::milliseconds> StopToken::remaining() const {
  if (!deadline_) return std::nullopt;
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(*deadline_ - Clock::now());
  return std::max(left, std::chrono::milliseconds(0));
}

}  // namespace pendulum::base
