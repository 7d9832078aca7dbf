// Writes violation witnesses in version 1.0 (GraphML) of SV-COMP's exchange format, for older validators.
#pragma once

#include <string>

#include "witness/witness.h"

namespace pendulum::witness {

/// The sequence as a linear automaton with one edge per waypoint, which has the line and the assumption of
/// the waypoint.
std::string to_graphml(const Metadata& metadata, const ViolationSequence& sequence);

}  // namespace pendulum::witness
