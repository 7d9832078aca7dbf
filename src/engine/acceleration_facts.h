// Inductive facts from the closed forms of loop paths (acceleration/invariant_candidates.h) for engines that
// start from facts.
#pragma once

#include <chrono>

#include "engine/prepared_program.h"
#include "facts/houdini.h"

namespace pendulum::engine {

/// For each location of prepared.program() candidates over its live variables, in its theory; some do not
/// hold.
struct AccelerationCandidates {
  facts::Facts cheap;  ///< a solver decides quickly whether they are preserved
  facts::Facts dear;
};
/// Empty lists when the time is up.
AccelerationCandidates acceleration_candidates(const PreparedProgram& prepared, Env& env,
                                               std::chrono::milliseconds limit);

/// The candidates that are inductive together (over integers: together with the ranges of the variables),
/// found by Houdini. Takes at most about `limit`; when the time is up, only the cheap ones or none.
facts::Facts acceleration_facts(const PreparedProgram& prepared, Env& env, std::chrono::milliseconds limit);

}  // namespace pendulum::engine
