// Bounded search for a derivation of the error.
//
// The search unwinds the clauses from the error backwards into a formula. An atom that is not expanded yet
// counts as false. If the formula is satisfiable, the model determines a derivation: a tree of clauses, whose
// traces form a path of the program. Otherwise the search expands the atoms in the unsat core whose depth is
// within the bound, and increases the bound if there are none. This is stratified inlining (Lal, Qadeer,
// Lahiri: A Solver for Reachability Modulo Theories, CAV 2012) without its over-approximation.
#pragma once

#include "certificate/error_path.h"
#include "engine/engine.h"
#include "engine/summaries/procedure_clauses.h"

namespace pendulum::engine::summaries {

struct DerivationResult {
  enum class Kind { Found, Exhausted, Undecided };
  Kind kind = Kind::Undecided;
  certificate::ErrorPath path;  ///< Found: a path of the program of the clauses
};

/// Exhausted: no derivation exists. Undecided: `stop` was requested, or the solver gave up. `is_entry`
/// tells for each location whether it is the entry of a procedure besides main.
DerivationResult find_derivation(const ProcedureClauses& clauses, const std::vector<bool>& is_entry, Env& env,
                                 const base::StopToken& stop);

}  // namespace pendulum::engine::summaries
