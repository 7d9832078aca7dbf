// A counterexample as text for the terminal: one line per step, calls indented, loops folded.
#pragma once

#include <iosfwd>

#include "trace/trace.h"

namespace pendulum::report {

enum class TraceDetail {
  Off,
  Short,  ///< only relevant steps; long runs are cut in the middle
  Full,   ///< all steps
};

/// Prints nothing for an empty trace. `title` names the violation if there are several traces.
void print_trace(std::ostream& out, const trace::Trace& trace, TraceDetail detail,
                 const std::string& title = "");

}  // namespace pendulum::report
