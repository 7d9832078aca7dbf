// Owning file descriptors and pipes.
#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace pendulum::base {

/// Owning file descriptor; the destructor closes it.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Descriptor() { close(); }

  int get() const { return fd_; }
  bool is_open() const { return fd_ >= 0; }
  void close();
  /// From now on, reading returns at once if no data is available. Requires: is_open().
  void set_nonblocking() const;

 private:
  int fd_ = -1;
};

struct Pipe {
  Descriptor read;
  Descriptor write;
};

/// Takes ownership of `fd`. Returns `fd`, or a copy of it if its number is 0, 1 or 2, so that a later dup2 to
/// the standard streams neither overwrites it nor has identical source and target. Throws std::system_error.
Descriptor above_standard_streams(int fd);

/// A pipe whose ends are above the standard streams and are closed by exec. Throws std::system_error.
Pipe make_pipe();

/// Writes all bytes. Returns false if the reader has closed its end, or on another error.
bool write_all(int fd, std::string_view bytes);

/// Appends the data that is available to `text`: until a read would wait if `fd` is non-blocking, and until
/// the end of the stream otherwise. Returns false at the end of the stream or on an error.
bool read_available(int fd, std::string& text);

}  // namespace pendulum::base
