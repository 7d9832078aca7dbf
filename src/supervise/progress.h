// The messages on standard error during a run: warnings, decisions if requested, and on a terminal one live
// line "12.3 s  bmc: depth 14  kinduction: k 3".
#pragma once

#include <chrono>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "supervise/channel.h"

namespace pendulum::supervise {

class Progress {
 public:
  /// `level` is as in base/logger.h, or -1 for no messages. The live line is drawn if `is_terminal` and
  /// `level` is 0, at most ten times per second.
  Progress(std::FILE* out, int level, bool is_terminal);
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// The level up to which the worker should send messages: at least progress messages, which explain the
  /// verdict unknown.
  int wanted_level() const;
  /// Prints a message, or updates the live line for a progress message (level 1). An empty progress message
  /// removes the name from the live line.
  void show(const LogText& log);
  /// Redraws the live line if the last drawing is old enough.
  void tick();
  /// Removes the live line.
  void clear();
  /// The last progress message of each name, in order of appearance; also if no live line is drawn.
  const std::vector<std::pair<std::string, std::string>>& last_messages() const { return last_; }
  /// The last progress message of the name; empty if there was none.
  std::string last_message(const std::string& name) const;
  /// The time since the last progress message of the name. Requires: there was one.
  double seconds_since_message(const std::string& name) const;

 private:
  using Clock = std::chrono::steady_clock;
  std::string line() const;

  std::FILE* out_;
  int level_;
  bool is_live_;
  bool is_drawn_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point next_draw_;
  std::vector<std::pair<std::string, std::string>> latest_;  ///< name, last message; in order of appearance
  std::vector<std::pair<std::string, std::string>> last_;    ///< the same without empty messages
  std::map<std::string, Clock::time_point> times_;           ///< of the last message, by name
};

}  // namespace pendulum::supervise
