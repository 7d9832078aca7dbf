// Enumerates cycles through a loop head. Each of them is a possible iteration of the loop.
#pragma once

#include <vector>

#include "program/wto.h"

namespace pendulum::acceleration {

/// Returns at most `limit` cycles through `head` as lists of edges that start at `head`, shortest first. The
/// cycles visit no location twice and stay inside the loop of `head`, which is its component in the weak
/// topological order.
std::vector<std::vector<program::EdgeId>> cycles_through(const program::Program& program,
                                                         const program::Wto& wto, program::LocationId head,
                                                         std::size_t limit);

}  // namespace pendulum::acceleration
