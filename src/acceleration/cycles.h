// Cycles of a program through a loop head: what an iteration of the loop can be.
#pragma once

#include <vector>

#include "program/wto.h"

namespace pendulum::acceleration {

/// Cycles through `head` that visit no location twice, shortest first, at most `limit`. They stay inside of
/// the loop of `head` (its component in the weak topological order).
std::vector<std::vector<program::EdgeId>> cycles_through(const program::Program& program,
                                                         const program::Wto& wto, program::LocationId head,
                                                         std::size_t limit);

}  // namespace pendulum::acceleration
