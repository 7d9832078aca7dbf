// IMPULSE: lazy abstraction and bounded search of the program with accelerated loops, in turns.
#pragma once

#include "engine/engine.h"

namespace pendulum::engine::impulse {

Descriptor make_descriptor();

}  // namespace pendulum::engine::impulse
