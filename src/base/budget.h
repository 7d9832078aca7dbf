// Limits the time of one part of a task, relative to the StopToken of the whole task. A budget is itself a
// StopToken for the functions that it is passed to:
//
//   const Budget budget = Budget::share(env.stop, 1, 6, "facts");  // one sixth of the remaining time
//   find_facts(program, budget);  // throws Stopped when the budget is exhausted or env.stop stops
//
// A caller that catches Stopped decides with stop.is_stopped() whether only the budget or the whole task has
// ended.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "base/stop.h"

namespace pendulum::base {

class Budget {
 public:
  /// Returns a budget of numerator/denominator of the time that remains for `stop`. If `stop` has no
  /// deadline, the budget is this share of `assumed`, or has no deadline either if `assumed` is unset.
  /// Requires: 0 < numerator <= denominator, and `stop` outlives the budget.
  static Budget share(const StopToken& stop, unsigned numerator, unsigned denominator, std::string name = "",
                      std::optional<std::chrono::milliseconds> assumed = std::nullopt);
  /// Returns a budget of `limit`, or of the time that remains for `stop` if that is less.
  /// Requires: limit >= 0.
  static Budget at_most(const StopToken& stop, std::chrono::milliseconds limit, std::string name = "");

  Budget(const Budget&) = delete;
  Budget& operator=(const Budget&) = delete;

  /// The token is valid as long as this budget.
  const StopToken& stop() const { return stop_; }
  operator const StopToken&() const { return stop_; }  // NOLINT(google-explicit-constructor)

  bool is_exhausted() const { return stop_.is_stopped(); }
  /// Returns the time until the deadline, at least 0, or no value without a deadline.
  std::optional<std::chrono::milliseconds> remaining() const { return stop_.remaining(); }
  /// Names the part of the task in log messages; may be empty.
  const std::string& name() const { return name_; }

 private:
  Budget(const StopToken& parent, std::optional<Clock::time_point> deadline, std::string name)
      : stop_(parent, deadline), name_(std::move(name)) {}

  StopToken stop_;
  std::string name_;
};

}  // namespace pendulum::base
