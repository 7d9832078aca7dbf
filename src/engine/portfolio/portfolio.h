// The default engine: runs other engines in separate processes; the first accepted evidence wins.
#pragma once

#include "engine/engine.h"

namespace pendulum::engine::portfolio {

Descriptor make_descriptor();

}  // namespace pendulum::engine::portfolio
