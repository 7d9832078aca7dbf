// Log messages for developers and progress messages for users. They are never written to standard output.
// Levels: 0 warnings only, 1 also progress, 2 also decisions, 3 also data.
#pragma once

#include <fmt/core.h>

#include <functional>
#include <string>
#include <string_view>

namespace pendulum::base {

class Logger {
 public:
  using Sink = std::function<void(int level, std::string_view name, std::string_view message)>;

  /// Makes a logger that discards all messages.
  Logger() = default;
  Logger(std::string name, int level, Sink sink)
      : name_(std::move(name)), level_(level), sink_(std::move(sink)) {}

  /// Returns a logger with the same level and sink and with another name.
  Logger named(std::string name) const { return Logger(std::move(name), level_, sink_); }
  bool is_on(int level) const { return sink_ != nullptr && level <= level_; }

  template <typename... Args>
  void warn(fmt::format_string<Args...> format, Args&&... args) const {
    write(0, format, std::forward<Args>(args)...);
  }
  template <typename... Args>
  void progress(fmt::format_string<Args...> format, Args&&... args) const {
    write(1, format, std::forward<Args>(args)...);
  }
  template <typename... Args>
  void decision(fmt::format_string<Args...> format, Args&&... args) const {
    write(2, format, std::forward<Args>(args)...);
  }
  template <typename... Args>
  void data(fmt::format_string<Args...> format, Args&&... args) const {
    write(3, format, std::forward<Args>(args)...);
  }

 private:
  template <typename... Args>
  void write(int level, fmt::format_string<Args...> format, Args&&... args) const {
    if (is_on(level)) sink_(level, name_, fmt::format(format, std::forward<Args>(args)...));
  }

  std::string name_;
  int level_ = 0;
  Sink sink_;
};

}  // namespace pendulum::base
