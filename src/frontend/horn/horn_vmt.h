// Translation of linear Horn clauses to a transition system: Horn2VMT ([Bueno21], section 4.2).
//
// The state consists of a Boolean l_R per predicate R (R has been derived) and of place variables P_R,i for
// the tuple for which R has been derived. The query is an additional predicate. The inputs are the variables
// of each clause.
#pragma once

#include "frontend/horn/horn_system.h"
#include "system/transition_system.h"

namespace pendulum::frontend {

enum class HornEncoding {
  Relational,  ///< section 4.2.2: T is a disjunction over the clauses
  Functional   ///< Algorithm 9: T is a next-state function for each variable; an input chooses the clause
};

/// Ensures: the property is violated if and only if the clauses have no solution (Theorem 4.1).
/// Requires: is_linear(system).
system::TransitionSystem to_transition_system(term::TermManager& terms, const HornSystem& system,
                                              HornEncoding encoding);

}  // namespace pendulum::frontend
