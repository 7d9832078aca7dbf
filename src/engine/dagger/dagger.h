// DAGGER: Gulavani, Chakraborty, Nori, Rajamani, "Automatically Refining Abstract Interpretations", TACAS
// 2008.
#pragma once

#include "engine/engine.h"

namespace pendulum::engine::dagger {

Descriptor make_descriptor();

}  // namespace pendulum::engine::dagger
