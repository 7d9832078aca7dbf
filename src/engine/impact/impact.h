// IMPACT: lazy abstraction with interpolants (McMillan, CAV 2006; the slides' second part). See search.cpp.
#pragma once

#include "engine/engine.h"

namespace pendulum::engine::impact {

Descriptor make_descriptor();

}  // namespace pendulum::engine::impact
