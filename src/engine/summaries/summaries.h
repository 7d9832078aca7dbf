#pragma once

#include "engine/engine.h"

namespace pendulum::engine::summaries {

Descriptor make_descriptor();

}  // namespace pendulum::engine::summaries
