// Bounded model checking: phase 2 of IMPULSE without acceleration, and the baseline for other engines.
#pragma once

#include "engine/engine.h"

namespace pendulum::engine::bmc {

Descriptor make_descriptor();

}  // namespace pendulum::engine::bmc
