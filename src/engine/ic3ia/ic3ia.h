// IC3 with implicit predicate abstraction.
#pragma once

#include "engine/engine.h"

namespace pendulum::engine::ic3ia {

Descriptor make_descriptor();

}  // namespace pendulum::engine::ic3ia
