// Bounded model checking: IMPULSE's phase 2 without acceleration, and the baseline.
#pragma once

#include "engine/engine.h"

namespace pendulum::engine::bmc {

Descriptor make_descriptor();

}  // namespace pendulum::engine::bmc
