#include "main/channel.h"

#include <limits.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "base/check.h"

namespace pendulum::main {

namespace {

constexpr std::size_t header_size = 1 + sizeof(std::uint64_t);

std::string frame_of(Message::Kind kind, std::string_view text) {
  const std::uint64_t size = text.size();
  std::string frame(header_size, '\0');
  frame[0] = static_cast<char>(kind);
  std::memcpy(frame.data() + 1, &size, sizeof size);
  frame += text;
  return frame;
}

void write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(fd, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;  // the supervisor has ended, and this process will be ended, too
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
}

}  // namespace

void ChannelWriter::log(int level, std::string_view name, std::string_view message) const {
  constexpr std::size_t room = PIPE_BUF - header_size;
  std::string text = std::to_string(level) + std::string(name.substr(0, 100));
  text += '\0';
  text += message.substr(0, room - text.size());
  write_all(fd_, frame_of(Message::Kind::Log, text));
}

void ChannelWriter::send(Message::Kind kind, std::string_view text) const {
  write_all(fd_, frame_of(kind, text));
}

std::vector<Message> ChannelReader::read() {
  std::array<char, 65536> buffer;
  while (is_open_) {
    const ssize_t count = ::read(fd_, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) break;
    if (count <= 0) is_open_ = false;
    if (count > 0) pending_.append(buffer.data(), static_cast<std::size_t>(count));
  }
  std::vector<Message> messages;
  std::size_t begin = 0;
  while (pending_.size() - begin >= header_size) {
    std::uint64_t size = 0;
    std::memcpy(&size, pending_.data() + begin + 1, sizeof size);
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
  return {text[0] - '0', std::string(text.substr(1, end - 1)), std::string(text.substr(end + 1))};
}

}  // namespace pendulum::main
