// The table of all engines, in the order in which `pendulum engines` lists them.
#pragma once

#include "engine/engine.h"

namespace pendulum::engine {

Registry make_registry();

}  // namespace pendulum::engine
