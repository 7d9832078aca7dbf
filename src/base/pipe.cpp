#include "base/pipe.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

#include "base/check.h"

namespace pendulum::base {

void Descriptor::close() {
  if (fd_ >= 0) ::close(std::exchange(fd_, -1));
}

void Descriptor::set_nonblocking() const {
  PENDULUM_CHECK(is_open(), "the descriptor should be open");
  ::fcntl(fd_, F_SETFL, O_NONBLOCK);
}

Descriptor above_standard_streams(int fd) {
  Descriptor original(fd);
  if (fd > STDERR_FILENO) return original;
  const int copy = ::fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (copy < 0) throw std::system_error(errno, std::generic_category(), "duplicating a pipe");
  return Descriptor(copy);
}

Pipe make_pipe() {
  int fds[2];
  if (::pipe2(fds, O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "making a pipe");
  Pipe pipe;
  pipe.read = above_standard_streams(fds[0]);
  pipe.write = above_standard_streams(fds[1]);
  return pipe;
}

bool write_all(int fd, std::string_view bytes) {
  PENDULUM_CHECK(fd >= 0, "{} should be an open descriptor", fd);
  while (!bytes.empty()) {
    const ssize_t count = ::write(fd, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

bool read_available(int fd, std::string& text) {
  PENDULUM_CHECK(fd >= 0, "{} should be an open descriptor", fd);
  constexpr std::size_t usual_capacity_of_a_pipe = 65536;  // on Linux
  std::array<char, usual_capacity_of_a_pipe> buffer;
  while (true) {
    const ssize_t count = ::read(fd, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) return true;
    if (count <= 0) return false;
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

}  // namespace pendulum::base
