// Writes the event log of an abstract reachability graph (ARG) together with its program as JSON
// (doc/json.md), which `pendulum report` replays.
#pragma once

#include <string>

#include "arg/recording.h"

namespace pendulum::report {

/// Writes at most `max_events` events; `cut` in the result is the number of omitted events. Includes the text
/// of the source files that the program names, if they are readable.
std::string to_json(const arg::RecordingHead& head, const program::Program& program, const arg::EventLog& log,
                    std::size_t max_events);

/// Writes the recording to the file `directory`/steps-<engine>.json. After an error there is no such file.
void write_recording(const std::string& directory, const arg::RecordingHead& head,
                     const program::Program& program, const arg::EventLog& log);

}  // namespace pendulum::report
