// Removes edges of the affine program that the facts about flags exclude (engine/facts/flag_facts.h).
//
//   if (p != 0) lock = 1;   ...   if (p != 0 && lock != 1) error();
//
// Convex sets express the relation between p and lock only by a state for each combination, and n independent
// locks have 2^n combinations. The relation between flags is a decision diagram with a few nodes per lock. It
// is not part of the states: an edge whose guard contradicts the relation at its source is removed before the
// search, together with the edges from which the error cannot be reached afterwards. (Not in DAGGER.)
#pragma once

#include "base/budget.h"
#include "domain/affine_program.h"
#include "engine/engine.h"

namespace pendulum::engine::dagger {

/// The removed edges and the facts that justify the removal.
struct FlagPruning {
  std::vector<term::TermVector> facts;         ///< by location; empty if no edge was removed
  std::vector<domain::AffineEdge> infeasible;  ///< edges whose guards contradict the facts at their sources
  std::vector<domain::AffineEdge> useless;     ///< other removed edges, which cannot lead to the error
  /// Locations all of whose edges were removed. Their states do not matter.
  std::vector<program::LocationId> abandoned;
};

/// Removes edges from `program`. Requires: `facts` has a list for each location of the program, which holds
/// in all its reachable states. An edge for which the solver has no answer within the budget is kept.
FlagPruning prune_by_flags(domain::AffineProgram& program, const std::vector<term::TermVector>& facts,
                           Env& env, const base::Budget& budget);

}  // namespace pendulum::engine::dagger
