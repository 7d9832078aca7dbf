#include "base/log_file.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

#include "base/check.h"
#include "base/error.h"

namespace pendulum::base {

namespace {

constexpr std::size_t checksum_digits = 16;
constexpr std::size_t read_bytes = std::size_t{1} << 16;

/// FNV-1a with 64 bits.
std::uint64_t line_checksum(std::string_view text) {
  std::uint64_t hash = 14695981039346656037ULL;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  return hash;
}

/// The text of a line without its newline; nothing if the line is not a record.
std::optional<std::string> text_of(std::string_view line) {
  if (line.size() <= checksum_digits || line[checksum_digits] != ' ') return std::nullopt;
  const std::string_view text = line.substr(checksum_digits + 1);
  if (line.substr(0, checksum_digits) != fmt::format("{:016x}", line_checksum(text))) return std::nullopt;
  return std::string(text);
}

/// The content of the file from `position` on.
std::string read_from(const std::string& path, std::uint64_t position) {
  // Opening the file again makes the client of a network file system fetch what other machines have written.
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open() && errno == ENOENT) return "";
  if (!file.is_open()) throw InputError("cannot read " + path + ": " + std::strerror(errno));
  std::string content;
  std::array<char, read_bytes> buffer;
  while (true) {
    const auto offset = static_cast<off_t>(position + content.size());
    const ssize_t count = ::pread(file.get(), buffer.data(), buffer.size(), offset);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw InputError("cannot read " + path + ": " + std::strerror(errno));
    if (count == 0) return content;
    content.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

}  // namespace

std::string log_line(std::string_view text) {
  PENDULUM_CHECK(text.find('\n') == std::string_view::npos, "a record should be one line: {}", text);
  return fmt::format("{:016x} {}\n", line_checksum(text), text);
}

LogFileWriter::LogFileWriter(std::string path, Durability durability)
    : path_(std::move(path)), durability_(durability) {
  file_ = Descriptor(::open(path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
  if (!file_.is_open()) throw InputError("cannot write " + path_ + ": " + std::strerror(errno));
  is_torn_ = ::lseek(file_.get(), 0, SEEK_END) > 0;  // of an earlier writer
}

void LogFileWriter::append(std::string_view text) {
  // A newline ends the incomplete line; after a complete line it makes an empty one, which readers skip.
  const std::string line = (is_torn_ ? "\n" : "") + log_line(text);
  is_torn_ = true;
  const bool is_written = write_all(file_.get(), line);
  if (!is_written || (durability_ == Durability::Disk && ::fsync(file_.get()) != 0))
    throw InputError("cannot write " + path_ + ": " + std::strerror(errno));
  is_torn_ = false;
}

std::vector<std::string> LogFileReader::read() {
  std::vector<std::string> records;
  const std::string content = read_from(path_, position_);
  std::size_t begin = 0;
  for (std::size_t end = content.find('\n'); end != std::string::npos; end = content.find('\n', begin)) {
    const std::string_view line(content.data() + begin, end - begin);
    std::optional<std::string> text = text_of(line);
    if (text) {
      records.push_back(*std::move(text));
    } else if (!line.empty()) {
      ++num_faults_;
    }
    begin = end + 1;
  }
  position_ += begin;
  return records;
}

}  // namespace pendulum::base
