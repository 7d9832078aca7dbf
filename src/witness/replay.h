// Replays a violation witness: executes the program with the values of its waypoints.
//
// The waypoints that Pendulum writes contain all inputs that its counterexample reads (violation.h), so no
// search is needed to follow them.
#pragma once

#include <optional>

#include "base/stop.h"
#include "certificate/error_path.h"
#include "program/native_source.h"
#include "witness/source_text.h"
#include "witness/witness.h"

namespace pendulum::witness {

/// The execution whose inputs have the values that the waypoints state, in their order, and zero otherwise.
/// Nothing if it does not pass all waypoints and then reach the error at the target, or if the witness has
/// waypoints to be avoided. The result has to be
/// judged.
std::optional<certificate::ErrorPath> replay(const program::Program& program,
                                             const program::NativeSource& native,
                                             const ViolationSequence& sequence, unsigned long_bits,
                                             SourceTexts& sources, const base::StopToken& stop);

}  // namespace pendulum::witness
