// Append-only logs in memory that forked processes share, without locks.
//
// Each log has one writer process and any number of readers. A record becomes visible when the writer stores
// the new end of its log, after the record is complete. So a writer that is killed or halted while it writes
// leaves no partial record, and no process ever waits for it. Readers do not trust the contents: they check
// all bounds and a checksum, and copy a record before they check it.
//
//   memory of a log:  end (8 bytes), record, record, ...
//   record:           length of the text (4 bytes), checksum (4 bytes), text, padding to 8 bytes
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pendulum::base {

/// The memory of several logs of the same size. It has to be constructed before the processes are forked.
/// Pages that were never written take no physical memory.
class SharedLogs {
 public:
  /// Throws std::system_error if the memory cannot be mapped. Requires: count > 0 and bytes >= min_log_bytes.
  SharedLogs(std::size_t count, std::size_t bytes);
  ~SharedLogs();
  SharedLogs(const SharedLogs&) = delete;
  SharedLogs& operator=(const SharedLogs&) = delete;

  std::size_t count() const { return count_; }
  std::size_t bytes() const { return bytes_; }
  /// The memory of a log, of bytes() bytes.
  unsigned char* log(std::size_t index) const;

 private:
  unsigned char* memory_ = nullptr;
  std::size_t count_;
  std::size_t bytes_;
};

/// The end of the log and one empty record.
inline constexpr std::size_t min_log_bytes = 16;

/// Writes to one log. Requires: no other writer uses this log, and `logs` outlives this object.
class SharedLogWriter {
 public:
  SharedLogWriter(const SharedLogs& logs, std::size_t index);
  /// Appends a record. Returns false if the log has no space left for it.
  bool append(std::string_view text);

 private:
  unsigned char* log_;
  std::size_t bytes_;
  std::size_t end_;  ///< not read from shared memory, so that other processes cannot change it
};

/// Reads one log from its beginning. Requires: `logs` outlives this object.
class SharedLogReader {
 public:
  SharedLogReader(const SharedLogs& logs, std::size_t index);
  /// Returns the records that were appended since the last call, in their order. After a record that is not
  /// valid, all records that are visible at the time of the call are dropped.
  std::vector<std::string> read();
  /// Number of calls of read() that found contents that are not valid.
  std::uint64_t num_faults() const { return num_faults_; }

 private:
  const unsigned char* log_;
  std::size_t bytes_;
  std::size_t position_;
  std::uint64_t num_faults_ = 0;
};

}  // namespace pendulum::base
