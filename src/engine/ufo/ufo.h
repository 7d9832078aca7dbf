// UFO (Albarghouthi, Gurfinkel, Chechik, TACAS 2012) in its five configurations: ufo, cpufo, bpufo, cp, bp.
#pragma once

#include "engine/engine.h"

namespace pendulum::engine::ufo {

/// One descriptor per configuration. The first one contains the options ufo.*, which apply to all of them.
std::vector<Descriptor> make_descriptors();

}  // namespace pendulum::engine::ufo
