// An event log with the program it is about, as JSON (doc/json.md): what `pendulum report` plays back.
#pragma once

#include <string>

#include "arg/event_log.h"
#include "program/program.h"

namespace pendulum::arg {

/// How a recording of an engine's run begins: key of the engine and what the graph's program is.
struct RecordingHead {
  std::string engine;
  std::string theory;  ///< "integers", "bit-vectors"
};

/// At most `max_events` events; `cut` in the result says how many were left out. The text of the source files
/// that the program names is included where they can be read.
std::string to_json(const RecordingHead& head, const program::Program& program, const EventLog& log,
                    std::size_t max_events);

}  // namespace pendulum::arg
