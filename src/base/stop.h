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
  /// A token for a part of the task of `parent`: it also stops when `parent` does. `parent` must outlive it.
  StopToken(const StopToken& parent, std::optional<Clock::time_point> deadline)
      : deadline_(deadline), parent_(&parent) {}
  StopToken(const StopToken&) = delete;
  StopToken& operator=(const StopToken&) = delete;

  void request_stop() noexcept { stop_.store(true, std::memory_order_relaxed); }
  bool is_stopped() const {
    return stop_.load(std::memory_order_relaxed) || (deadline_ && Clock::now() >= *deadline_) ||
           (parent_ && parent_->is_stopped());
  }
  /// Throws Stopped if is_stopped().
  void throw_if_stopped() const;
  /// Returns the time until the deadline, at least 0, or no value without a deadline. The deadline of the
  /// parent counts as well.
  std::optional<std::chrono::milliseconds> remaining() const;

 private:
  std::atomic<bool> stop_{false};
  std::optional<Clock::time_point> deadline_;
  const StopToken* parent_ = nullptr;
};

}  // namespace pendulum::base
