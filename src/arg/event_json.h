// Writes an event log together with its program as JSON (doc/json.md), which `pendulum report` replays.
#pragma once

#include <string>

#include "arg/event_log.h"
#include "program/program.h"

namespace pendulum::arg {

/// The head of a recording: the engine's key and the theory of the program.
struct RecordingHead {
  std::string engine;
  std::string theory;  ///< "integers" or "bit-vectors"
};

/// Writes at most `max_events` events; `cut` in the result is the number of omitted events. Includes the text
/// of the source files that the program names, if they are readable.
std::string to_json(const RecordingHead& head, const program::Program& program, const EventLog& log,
                    std::size_t max_events);

}  // namespace pendulum::arg
