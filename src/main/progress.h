// What the user sees on standard error while the run goes on: warnings, decisions when asked for, and on a
// terminal one live line "12.3 s  bmc: depth 14  kinduction: k 3".
#pragma once

#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

#include "main/channel.h"

namespace pendulum::main {

class Progress {
 public:
  /// `level` as in base/logger.h, -1 for silence. The live line is drawn when `is_terminal`, at most ten
  /// times a second.
  Progress(std::FILE* out, int level, bool is_terminal);
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// The level up to which the worker should send messages.
  int wanted_level() const;
  /// An empty progress message (level 1) takes the name off the live line.
  void show(const LogText& log);
  /// Redraws the live line when it is time.
  void tick();
  /// Removes the live line.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  std::string line() const;

  std::FILE* out_;
  int level_;
  bool is_live_;
  bool is_drawn_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point next_draw_;
  std::vector<std::pair<std::string, std::string>> latest_;  ///< name -> message, by first appearance
};

}  // namespace pendulum::main
