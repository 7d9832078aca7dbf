// The event log of a search over an abstract reachability graph (ARG), which is written when the search ends,
// including by an exception.
#pragma once

#include <functional>
#include <string>

#include "arg/event_log.h"
#include "program/program.h"

namespace pendulum::arg {

/// The head of a recording: the engine's key and the theory of the program.
struct RecordingHead {
  std::string engine;
  std::string theory;  ///< "integers" or "bit-vectors"
};

/// Stores a recording; empty if nothing is recorded.
using RecordingWriter =
    std::function<void(const RecordingHead& head, const program::Program& program, const EventLog& log)>;

class Recording {
 public:
  /// Requires: `write` and `program` outlive this object.
  Recording(const RecordingWriter& write, RecordingHead head, const program::Program& program)
      : write_(write), head_(std::move(head)), program_(program) {}
  /// Calls the writer; errors are ignored.
  ~Recording();
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

  /// Null if nothing is recorded.
  EventLog* log() { return write_ ? &log_ : nullptr; }

 private:
  const RecordingWriter& write_;
  RecordingHead head_;
  const program::Program& program_;
  EventLog log_;
};

}  // namespace pendulum::arg
