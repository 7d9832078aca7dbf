// k-induction over steps between cutpoints, strengthened by inductive facts.
#pragma once

#include "engine/engine.h"

namespace pendulum::engine::kinduction {

Descriptor make_descriptor();

}  // namespace pendulum::engine::kinduction
