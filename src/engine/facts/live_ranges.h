// The ranges of integer variables as facts of locations.
#pragma once

#include "engine/prepared_program.h"
#include "facts/houdini.h"

namespace pendulum::engine {

/// For each location of prepared.program(), the ranges of the variables that are live there. Empty lists over
/// bit-vectors.
facts::Facts live_ranges(const PreparedProgram& prepared);

}  // namespace pendulum::engine
