// Alternates the two refinements of EUFORIA (sections 3.4 and 4.4), which are complementary: interpolants
// find deep errors and lemmas about many steps, simulation finds the values that a loop produces.
//
// Lemmas of one refinement change the cubes of all later pre-images, so a search whose lemmas do not fit may
// not return to refinement at all. Therefore, each refinement has its own search (frames, lemmas, values).
// The searches take turns: a turn ends after a slice of processor time, or when traces come back
// (Search::run), and slices double. At each turn, a search adopts the other one's F-infinity.
#pragma once

#include "engine/euforia/euf_abstraction.h"
#include "engine/ic3/search.h"

namespace pendulum::engine::euforia {

Result alternate(const PreparedProgram& prepared, const ic3::ControlSplit& split, Arrays arrays,
                 const ic3::SearchOptions& options, Env& env);

}  // namespace pendulum::engine::euforia
