// IMPACT: lazy abstraction with interpolants ([McMillan06]), as presented in the slides
// [Chen12]. See search.cpp.
#pragma once

#include "engine/engine.h"

namespace pendulum::engine::impact {

Descriptor make_descriptor();

}  // namespace pendulum::engine::impact
