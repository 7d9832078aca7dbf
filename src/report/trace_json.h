// A counterexample trace as JSON, and back (doc/json.md).
#pragma once

#include <nlohmann/json.hpp>

#include "trace/trace.h"

namespace pendulum::report {

nlohmann::ordered_json trace_to_json(const trace::Trace& trace);
/// Throws nlohmann::json::exception if the text is not a trace.
trace::Trace trace_from_json(const nlohmann::ordered_json& json);

}  // namespace pendulum::report
