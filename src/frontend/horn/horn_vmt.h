// Linear Horn clauses as a transition system: Horn2VMT ([Bueno], section 4.2).
//
// State: a Boolean l_R per predicate (R has been derived, with the tuple) and place variables P_R,i for the
// tuple; the query is a predicate of its own. Inputs: the variables of each clause.
#pragma once

#include "frontend/horn/horn_system.h"
#include "system/transition_system.h"

namespace pendulum::frontend {

enum class HornEncoding {
  Relational,  ///< section 4.2.2: T is a disjunction over the clauses
  Functional   ///< Algorithm 9: T is a next-state function for each variable; an input chooses the clause
};

/// The property is violated if and only if the clauses have no solution (Theorem 4.1). Requires
/// is_linear(system).
system::TransitionSystem to_transition_system(term::TermManager& terms, const HornSystem& system,
                                              HornEncoding encoding);

}  // namespace pendulum::frontend
