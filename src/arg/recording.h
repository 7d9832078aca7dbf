// An event log that is written to a file when the search ends, including by an exception.
#pragma once

#include <string>

#include "arg/event_json.h"

namespace pendulum::arg {

class Recording {
 public:
  /// The file is `directory`/steps-<engine>.json. Records nothing if `directory` is empty. Requires:
  /// `program` outlives this object.
  Recording(std::string directory, RecordingHead head, const program::Program& program)
      : directory_(std::move(directory)), head_(std::move(head)), program_(program) {}
  /// Writes the file; errors are ignored.
  ~Recording();
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

  /// Null if nothing is recorded.
  EventLog* log() { return directory_.empty() ? nullptr : &log_; }

 private:
  void write() const;

  std::string directory_;
  RecordingHead head_;
  const program::Program& program_;
  EventLog log_;
};

}  // namespace pendulum::arg
