// Named counters and timers: `engine.bmc.checks: 12`, `engine.bmc.solver_time: 0.31`.
// A name says what one unit is; times are in seconds and end in `_time`.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>

namespace pendulum::base {

class Statistics {
 public:
  /// References stay valid for the life of this object.
  std::uint64_t& counter(const std::string& name) { return counters_[name]; }
  double& seconds(const std::string& name) { return seconds_[name]; }

  const std::map<std::string, std::uint64_t>& counters() const { return counters_; }
  const std::map<std::string, double>& times() const { return seconds_; }

  /// Adds every counter and time of `other` to this.
  void merge(const Statistics& other) {
    for (const auto& [name, value] : other.counters_) counters_[name] += value;
    for (const auto& [name, value] : other.seconds_) seconds_[name] += value;
  }

 private:
  std::map<std::string, std::uint64_t> counters_;
  std::map<std::string, double> seconds_;
};

/// Adds the time from its construction to its destruction to `seconds`.
class ScopedTimer {
 public:
  explicit ScopedTimer(double& seconds) : seconds_(seconds), start_(std::chrono::steady_clock::now()) {}
  ~ScopedTimer() {
    seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  ScopedTimer(const ScopedTimer&) = delete;
  ScopedTimer& operator=(const ScopedTimer&) = delete;

 private:
  double& seconds_;
  std::chrono::steady_clock::time_point start_;
};

}  // namespace pendulum::base
