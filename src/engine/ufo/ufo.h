// UFO (Albarghouthi, Gurfinkel, Chechik, TACAS 2012) in its five configurations: ufo, cpufo, bpufo, cp, bp.
#pragma once

#include "engine/engine.h"

namespace pendulum::engine::ufo {

/// One per configuration. The options, ufo.*, stand with the first and are for all.
std::vector<Descriptor> make_descriptors();

}  // namespace pendulum::engine::ufo
