// Inductive facts derived from the closed forms of loop paths (acceleration/invariant_candidates.h), for
// engines that start from facts.
#pragma once

#include "base/budget.h"
#include "engine/prepared_program.h"
#include "facts/houdini.h"

namespace pendulum::engine {

/// Candidates for each location of prepared.program(), over its live variables and in its theory. Some of
/// them may not hold.
struct AccelerationCandidates {
  facts::Facts inexpensive;  ///< a solver decides quickly whether they are inductive
  /// Candidates for which that may take long.
  facts::Facts expensive;
};
/// Empty lists after a timeout.
AccelerationCandidates acceleration_candidates(const PreparedProgram& prepared, Env& env,
                                               const base::Budget& budget);

/// The candidates that are inductive together (over integers, together with the ranges of the variables),
/// determined by Houdini. Takes at most about the time of the budget; after a timeout, the result contains
/// only facts from `inexpensive`, or none. Requires that the budget has a deadline.
facts::Facts acceleration_facts(const PreparedProgram& prepared, Env& env, const base::Budget& budget);

}  // namespace pendulum::engine
