#include "base/budget.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace pendulum::base {

Budget Budget::share(const StopToken& stop, unsigned numerator, unsigned denominator, std::string name,
                     std::optional<std::chrono::milliseconds> assumed) {
  PENDULUM_CHECK(0 < numerator && numerator <= denominator,
                 "a share of the time should be from 0 to 1, not {}/{}", numerator, denominator);
  const auto whole = stop.remaining() ? stop.remaining() : assumed;
  if (!whole) return Budget(stop, std::nullopt, std::move(name));
  return at_most(stop, *whole * numerator / denominator, std::move(name));
}

Budget Budget::at_most(const StopToken& stop, std::chrono::milliseconds limit, std::string name) {
  PENDULUM_CHECK(limit.count() >= 0, "a limit of time should not be negative");
  return Budget(stop, Clock::now() + std::min(limit, stop.remaining().value_or(limit)), std::move(name));
}

}  // namespace pendulum::base
