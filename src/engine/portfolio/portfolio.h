// The default engine: runs other engines in separate processes; the first accepted evidence wins.
#pragma once

#include "engine/engine.h"

namespace pendulum::engine::portfolio {

Descriptor make_descriptor();

/// The largest number of members that a portfolio with the value `list` of portfolio.engines can have.
std::size_t max_num_members(const std::string& list);

}  // namespace pendulum::engine::portfolio
