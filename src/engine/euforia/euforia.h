// IC3 over the EUF abstraction of a program.
#pragma once

#include "engine/engine.h"

namespace pendulum::engine::euforia {

Descriptor make_descriptor();

}  // namespace pendulum::engine::euforia
