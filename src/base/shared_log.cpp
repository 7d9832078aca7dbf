#include "base/shared_log.h"

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <limits>
#include <optional>
#include <system_error>

#include "base/check.h"

namespace pendulum::base {

namespace {

using End = std::atomic<std::uint64_t>;
static_assert(End::is_always_lock_free && sizeof(End) == 8,
              "processes cannot share an atomic that has a lock");

/// Records start after the end of the log.
constexpr std::size_t first_record = sizeof(End);
/// Length and checksum in front of the text.
constexpr std::size_t header_bytes = 8;
/// Records are aligned to this, so that the header is, too.
constexpr std::size_t alignment = 8;

struct Header {
  std::uint32_t length;
  std::uint32_t checksum;
};
static_assert(sizeof(Header) == header_bytes);

std::size_t padded(std::size_t bytes) {
  return (bytes + alignment - 1) / alignment * alignment;
}

/// FNV-1a. The position is part of it, so that a record which is read at a wrong position is not valid.
std::uint32_t checksum_of(std::string_view text, std::size_t position) {
  constexpr std::uint32_t offset_basis = 2166136261U;
  constexpr std::uint32_t prime = 16777619U;
  std::uint32_t hash = offset_basis;
  for (unsigned shift = 0; shift < 32; shift += 8) hash = (hash ^ ((position >> shift) & 0xff)) * prime;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * prime;
  return hash;
}

/// The text of the record at `position` of a log that ends at `end`; nothing if it is not valid.
std::optional<std::string> record_at(const unsigned char* log, std::size_t position, std::size_t end) {
  if (end - position < header_bytes) return std::nullopt;
  Header header;
  std::memcpy(&header, log + position, sizeof header);
  if (header.length > end - position - header_bytes) return std::nullopt;
  std::string text(reinterpret_cast<const char*>(log + position + header_bytes), header.length);
  if (checksum_of(text, position) != header.checksum) return std::nullopt;
  return text;
}

}  // namespace

SharedLogs::SharedLogs(std::size_t count, std::size_t bytes) : count_(count), bytes_(padded(bytes)) {
  PENDULUM_CHECK(
      count > 0 && bytes >= min_log_bytes && bytes <= std::numeric_limits<std::size_t>::max() / 2 / count,
      "{} logs should not have {} bytes each", count, bytes);
  void* memory = ::mmap(nullptr, count_ * bytes_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "mapping shared memory");
  memory_ = static_cast<unsigned char*>(memory);
  for (std::size_t i = 0; i < count_; ++i) new (log(i)) End(first_record);
}

SharedLogs::~SharedLogs() {
  ::munmap(memory_, count_ * bytes_);
}

unsigned char* SharedLogs::log(std::size_t index) const {
  PENDULUM_CHECK(index < count_, "there should be a log {}", index);
  return memory_ + index * bytes_;
}

SharedLogWriter::SharedLogWriter(const SharedLogs& logs, std::size_t index)
    : log_(logs.log(index)), bytes_(logs.bytes()), end_(first_record) {}

bool SharedLogWriter::append(std::string_view text) {
  if (text.size() > std::numeric_limits<std::uint32_t>::max() || text.size() > bytes_) return false;
  const std::size_t size = padded(header_bytes + text.size());
  if (size > bytes_ - end_) return false;
  const Header header{static_cast<std::uint32_t>(text.size()), checksum_of(text, end_)};
  std::memcpy(log_ + end_, &header, sizeof header);
  if (!text.empty()) std::memcpy(log_ + end_ + header_bytes, text.data(), text.size());
  end_ += size;
  reinterpret_cast<End*>(log_)->store(end_, std::memory_order_release);
  return true;
}

SharedLogReader::SharedLogReader(const SharedLogs& logs, std::size_t index)
    : log_(logs.log(index)), bytes_(logs.bytes()), position_(first_record) {}

std::vector<std::string> SharedLogReader::read() {
  std::vector<std::string> records;
  const std::uint64_t end = reinterpret_cast<const End*>(log_)->load(std::memory_order_acquire);
  if (end == position_) return records;
  if (end < position_ || end > bytes_) {
    ++num_faults_;
    return records;
  }
  while (position_ < end) {
    std::optional<std::string> text = record_at(log_, position_, end);
    if (!text) {
      ++num_faults_;
      position_ = end;
      break;
    }
    // A valid record at the end may lack its padding only if the end is not valid.
    position_ = std::min<std::size_t>(end, position_ + padded(header_bytes + text->size()));
    records.push_back(*std::move(text));
  }
  return records;
}

}  // namespace pendulum::base
