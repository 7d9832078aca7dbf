// Inductive facts derived from the closed forms of loop paths (acceleration/invariant_candidates.h), for
// engines that start from facts.
#pragma once

#include <chrono>

#include "engine/prepared_program.h"
#include "facts/houdini.h"

namespace pendulum::engine {

/// Candidates for each location of prepared.program(), over its live variables and in its theory. Some of
/// them may not hold.
struct AccelerationCandidates {
  facts::Facts cheap;  ///< a solver decides quickly whether they are inductive
  /// Candidates for which that may take long.
  facts::Facts dear;
};
/// Empty lists after a timeout.
AccelerationCandidates acceleration_candidates(const PreparedProgram& prepared, Env& env,
                                               std::chrono::milliseconds limit);

/// The candidates that are inductive together (over integers, together with the ranges of the variables),
/// determined by Houdini. Takes at most about `limit`; after a timeout, the result contains only facts from
/// `cheap`, or none.
facts::Facts acceleration_facts(const PreparedProgram& prepared, Env& env, std::chrono::milliseconds limit);

}  // namespace pendulum::engine
