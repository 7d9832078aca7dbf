#include "supervise/progress.h"

#include <fmt/core.h>
#include <sys/ioctl.h>

#include <algorithm>

#include "base/check.h"

namespace pendulum::supervise {

namespace {

/// Minimum time between two drawings of the live line (progress.h: at most ten times per second).
constexpr std::chrono::milliseconds draw_interval{100};

/// Time until the first drawing, so that the line does not flash up in short runs.
constexpr std::chrono::milliseconds first_draw = 3 * draw_interval;

/// Width of the live line if the terminal does not report its width.
constexpr std::size_t default_width = 80;

std::size_t width_of(std::FILE* out) {
  winsize size{};
  if (::ioctl(::fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  return default_width;
}

void remember(std::vector<std::pair<std::string, std::string>>& messages, const LogText& log) {
  const auto found = std::find_if(messages.begin(), messages.end(),
                                  [&](const auto& entry) { return entry.first == log.name; });
  if (found == messages.end()) {
    messages.emplace_back(log.name, log.message);
  } else {
    found->second = log.message;
  }
}

}  // namespace

Progress::Progress(std::FILE* out, int level, bool is_terminal)
    : out_(out), level_(level), is_live_(is_terminal && level == 0), next_draw_(start_ + first_draw) {
  PENDULUM_CHECK(out != nullptr, "messages should have a stream");
  PENDULUM_CHECK(level >= -1, "the level {} should be -1 or a level of the logger", level);
}

int Progress::wanted_level() const {
  return std::max(level_, 1);
}

void Progress::show(const LogText& log) {
  if (log.level == 1) {
    const bool is_detail = log.name.find('.') != std::string::npos;
    if (!is_detail) remember(latest_, log);
    if (!log.message.empty()) remember(last_, log);
    times_[log.name] = Clock::now();
  }
  if (log.level > level_ || log.message.empty()) return;
  clear();
  const char* kind = log.level == 0 ? "warning: " : "";
  fmt::print(out_, "pendulum: {}{}{}{}\n", kind, log.name, log.name.empty() ? "" : ": ", log.message);
}

std::string Progress::last_message(const std::string& name) const {
  for (const auto& [known, message] : last_)
    if (known == name) return message;
  return "";
}

double Progress::seconds_since_message(const std::string& name) const {
  const auto time = times_.find(name);
  PENDULUM_CHECK(time != times_.end(), "{} should have sent a message", name);
  return std::chrono::duration<double>(Clock::now() - time->second).count();
}

std::string Progress::line() const {
  const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
  std::string text = fmt::format("{:.1f} s", seconds);
  for (const auto& [name, message] : latest_) {
    if (!message.empty()) text += fmt::format("  {}: {}", name, message);
  }
  std::replace_if(text.begin(), text.end(), [](unsigned char c) { return c < ' '; }, ' ');
  return text.substr(0, width_of(out_) - 1);
}

void Progress::tick() {
  if (!is_live_ || Clock::now() < next_draw_) return;
  next_draw_ = Clock::now() + draw_interval;
  fmt::print(out_, "\r\033[K{}", line());
  std::fflush(out_);
  is_drawn_ = true;
}

void Progress::clear() {
  if (!is_drawn_) return;
  fmt::print(out_, "\r\033[K");
  std::fflush(out_);
  is_drawn_ = false;
}

}  // namespace pendulum::supervise
