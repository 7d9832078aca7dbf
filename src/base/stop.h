// Deadlines and cancellation, handed to everything that can run long.
#pragma once

#include <atomic>
#include <chrono>
#include <optional>

namespace pendulum::base {

using Clock = std::chrono::steady_clock;

/// Says when to stop. Cheap to ask; `request_stop` is async-signal-safe.
class StopToken {
 public:
  StopToken() = default;
  explicit StopToken(Clock::time_point deadline) : deadline_(deadline) {}
  StopToken(const StopToken&) = delete;
  StopToken& operator=(const StopToken&) = delete;

  void request_stop() noexcept { stop_.store(true, std::memory_order_relaxed); }
  bool is_stopped() const { return stop_.load(std::memory_order_relaxed) || (deadline_ && Clock::now() >= *deadline_); }
  /// Throws Stopped.
  void throw_if_stopped() const;
  /// Nothing when there is no deadline; never negative.
  std::optional<std::chrono::milliseconds> remaining() const;

 private:
  std::atomic<bool> stop_{false};
  std::optional<Clock::time_point> deadline_;
};

}  // namespace pendulum::base
