// Messages from the worker's processes to the supervisor through one pipe.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pendulum::supervise {

struct Message {
  enum class Kind : std::uint8_t {
    Log,       ///< text: level digit, name, NUL, message
    Snapshot,  ///< a preliminary answer, used if no later answer arrives
    Answer,    ///< the final answer; the worker is done
    Fault,     ///< text: letter of the FaultKind (see supervisor.h), message
  };
  Kind kind = Kind::Log;
  std::string text;
};

/// The writing end. Log messages are cut to PIPE_BUF bytes, so that each is written atomically: the forks of
/// the worker may write log messages, but no other messages, to the channel at the same time.
class ChannelWriter {
 public:
  explicit ChannelWriter(int fd) : fd_(fd) {}
  void log(int level, std::string_view name, std::string_view message) const;
  void send(Message::Kind kind, std::string_view text) const;

 private:
  int fd_;
};

/// The reading end: assembles bytes to complete messages.
class ChannelReader {
 public:
  explicit ChannelReader(int fd) : fd_(fd) {}
  /// The messages that can be read without waiting. `is_open` becomes false at the end of the stream.
  /// Requires: the descriptor is non-blocking.
  std::vector<Message> read();
  bool is_open() const { return is_open_; }

 private:
  int fd_;
  bool is_open_ = true;
  std::string pending_;
};

/// The parts of a Log message.
struct LogText {
  int level = 0;
  std::string name;
  std::string message;
};
LogText parse_log(std::string_view text);

}  // namespace pendulum::supervise
