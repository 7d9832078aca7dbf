// Violation witnesses in SV-COMP's exchange format 1.0 (GraphML), which older validators read.
#pragma once

#include <string>

#include "witness/witness.h"

namespace pendulum::witness {

/// The sequence as an automaton that is a line: an edge for each waypoint with its line and what is assumed.
std::string to_graphml(const Metadata& metadata, const ViolationSequence& sequence);

}  // namespace pendulum::witness
