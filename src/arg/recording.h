// An event log that becomes a file when a search ends, however it ends.
#pragma once

#include <string>

#include "arg/event_json.h"

namespace pendulum::arg {

class Recording {
 public:
  /// The file is `directory`/steps-<engine>.json; an empty directory: nothing is recorded. `program` should
  /// outlive this.
  Recording(std::string directory, RecordingHead head, const program::Program& program)
      : directory_(std::move(directory)), head_(std::move(head)), program_(program) {}
  /// Writes the file; one that cannot be written is left out.
  ~Recording();
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

  /// Null when nothing is recorded.
  EventLog* log() { return directory_.empty() ? nullptr : &log_; }

 private:
  void write() const;

  std::string directory_;
  RecordingHead head_;
  const program::Program& program_;
  EventLog log_;
};

}  // namespace pendulum::arg
