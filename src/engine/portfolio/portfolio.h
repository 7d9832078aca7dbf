// The default engine: runs others, each in a process of its own; the first accepted evidence wins.
#pragma once

#include "engine/engine.h"

namespace pendulum::engine::portfolio {

Descriptor make_descriptor();

}  // namespace pendulum::engine::portfolio
