// Named counters and timers: `engine.bmc.checks: 12`, `engine.bmc.solver_time: 0.31`.
// The name of a counter states its unit. Times are in seconds, and their names end in `_time`.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>

namespace pendulum::base {

class Statistics {
 public:
  /// Return the counter or time with this name, which starts at 0. The reference is valid as long as this
  /// object.
  std::uint64_t& counter(const std::string& name) { return counters_[name]; }
  double& seconds(const std::string& name) { return seconds_[name]; }

  const std::map<std::string, std::uint64_t>& counters() const { return counters_; }
  const std::map<std::string, double>& times() const { return seconds_; }

  /// Adds all counters and times of `other` to those of this object.
  void merge(const Statistics& other) {
    for (const auto& [name, value] : other.counters_) counters_[name] += value;
    for (const auto& [name, value] : other.seconds_) seconds_[name] += value;
  }

 private:
  std::map<std::string, std::uint64_t> counters_;
  std::map<std::string, double> seconds_;
};

/// Measures the time from its construction to its destruction and adds it to `seconds`.
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
