#include "supervise/channel.h"

#include <fcntl.h>
#include <limits.h>

#include <cstring>

#include "base/check.h"
#include "base/pipe.h"

namespace pendulum::supervise {

namespace {

constexpr std::size_t header_size = 1 + sizeof(std::uint64_t);

/// Maximum length of a logger's name in a message. It leaves most of PIPE_BUF to the text.
constexpr std::size_t max_name = 100;

std::string frame_of(Message::Kind kind, std::string_view text) {
  const std::uint64_t size = text.size();
  std::string frame(header_size, '\0');
  frame[0] = static_cast<char>(kind);
  std::memcpy(frame.data() + 1, &size, sizeof size);
  frame += text;
  return frame;
}

/// If the write fails, the supervisor has ended, and this process will be ended, too.
void write_frame(int fd, Message::Kind kind, std::string_view text) {
  static_cast<void>(base::write_all(fd, frame_of(kind, text)));
}

}  // namespace

void ChannelWriter::log(int level, std::string_view name, std::string_view message) const {
  PENDULUM_CHECK(level >= 0 && level <= 9, "the level {} should be one digit", level);
  constexpr std::size_t room = PIPE_BUF - header_size;
  std::string text = std::to_string(level) + std::string(name.substr(0, max_name));
  text += '\0';
  PENDULUM_CHECK(text.size() <= room, "the name {} should leave room for the message", name);
  text += message.substr(0, room - text.size());
  write_frame(fd_, Message::Kind::Log, text);
}

void ChannelWriter::send(Message::Kind kind, std::string_view text) const {
  PENDULUM_CHECK(kind != Message::Kind::Log, "log messages should be cut, which `log` does");
  write_frame(fd_, kind, text);
}

std::vector<Message> ChannelReader::read() {
  PENDULUM_DCHECK((::fcntl(fd_, F_GETFL) & O_NONBLOCK) != 0, "the channel should not block");
  if (is_open_) is_open_ = base::read_available(fd_, pending_);
  std::vector<Message> messages;
  std::size_t begin = 0;
  while (pending_.size() - begin >= header_size) {
    std::uint64_t size = 0;
    std::memcpy(&size, pending_.data() + begin + 1, sizeof size);
    PENDULUM_CHECK(pending_[begin] >= 0 && pending_[begin] <= static_cast<char>(Message::Kind::Fault),
                   "{} should be the kind of a message", static_cast<int>(pending_[begin]));
    if (pending_.size() - begin - header_size < size) break;
    messages.push_back(
        {static_cast<Message::Kind>(pending_[begin]), pending_.substr(begin + header_size, size)});
    begin += header_size + size;
  }
  pending_.erase(0, begin);
  return messages;
}

LogText parse_log(std::string_view text) {
  const std::size_t end = text.find('\0');
  PENDULUM_CHECK(!text.empty() && end != std::string_view::npos,
                 "a log message should have a level and a name");
  PENDULUM_CHECK(text[0] >= '0' && text[0] <= '9', "the level {} should be one digit", text[0]);
  return {text[0] - '0', std::string(text.substr(1, end - 1)), std::string(text.substr(end + 1))};
}

}  // namespace pendulum::supervise
