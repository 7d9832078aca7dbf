// IMPACT: lazy abstraction with interpolants (McMillan, CAV 2006), as presented in the slides that
// doc/engines/impact.md cites. See search.cpp.
#pragma once

#include "engine/engine.h"

namespace pendulum::engine::impact {

Descriptor make_descriptor();

}  // namespace pendulum::engine::impact
