// Deadline and cancellation of a task. Functions that may run for a long time receive a StopToken.
#pragma once

#include <atomic>
#include <chrono>
#include <optional>

namespace pendulum::base {

using Clock = std::chrono::steady_clock;

/// Signals that a task should stop: at its deadline, or after request_stop(). Checking it is inexpensive, and
/// request_stop() is async-signal-safe.
class StopToken {
 public:
  StopToken() = default;
  explicit StopToken(Clock::time_point deadline) : deadline_(deadline) {}
  StopToken(const StopToken&) = delete;
  StopToken& operator=(const StopToken&) = delete;

  void request_stop() noexcept { stop_.store(true, std::memory_order_relaxed); }
  bool is_stopped() const {
    return stop_.load(std::memory_order_relaxed) || (deadline_ && Clock::now() >= *deadline_);
  }
  /// Throws Stopped if is_stopped().
  void throw_if_stopped() const;
  /// Returns the time until the deadline, at least 0, or no value without a deadline.
  std::optional<std::chrono::milliseconds> remaining() const;

 private:
  std::atomic<bool> stop_{false};
  std::optional<Clock::time_point> deadline_;
};

}  // namespace pendulum::base
