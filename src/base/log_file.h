// Append-only logs in files, which survive the end of their writer at any moment.
//
// A record is one line: a checksum in 16 hexadecimal digits, a space, the text, and a newline. Each file has
// one writer, so no locks are necessary, also on network file systems. A writer that is killed leaves at most
// one incomplete line at the end of its file; readers return only complete lines whose checksum is correct.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/pipe.h"

namespace pendulum::base {

/// Writes one log. Requires: no other process writes to this file.
class LogFileWriter {
 public:
  /// Memory: a record is visible to other processes when append() returns. Disk: it also survives a crash of
  /// the machine.
  enum class Durability { Memory, Disk };

  /// Opens or creates the file. Throws InputError.
  LogFileWriter(std::string path, Durability durability);
  /// Appends a record. Throws InputError, for example if the disk is full; later records remain readable.
  /// Requires: `text` has no newline.
  void append(std::string_view text);

 private:
  std::string path_;
  Durability durability_;
  Descriptor file_;
  bool is_torn_ = false;  ///< the file ends with an incomplete line
};

/// Reads one log from its beginning.
class LogFileReader {
 public:
  explicit LogFileReader(std::string path) : path_(std::move(path)) {}
  /// Returns the complete records that were appended since the last call, in their order. A missing file has
  /// no records. Throws InputError if the file cannot be read.
  std::vector<std::string> read();
  /// Number of complete lines whose checksum is wrong.
  std::uint64_t num_faults() const { return num_faults_; }

 private:
  std::string path_;
  std::uint64_t position_ = 0;  ///< in bytes, after the last complete line
  std::uint64_t num_faults_ = 0;
};

/// The line of a record.
std::string log_line(std::string_view text);

}  // namespace pendulum::base
