#include "base/stop.h"

#include <algorithm>

#include "base/error.h"

namespace pendulum::base {

void StopToken::throw_if_stopped() const {
  if (is_stopped()) throw Stopped("timeout");
}

std::optional<std::chrono::milliseconds> StopToken::remaining() const {
  const auto of_parent = parent_ ? parent_->remaining() : std::nullopt;
  if (!deadline_) return of_parent;
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(*deadline_ - Clock::now());
  return std::clamp(left, std::chrono::milliseconds(0), of_parent.value_or(std::chrono::milliseconds::max()));
}

}  // namespace pendulum::base
