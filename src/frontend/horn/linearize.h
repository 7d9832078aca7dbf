// Linear clauses for clauses with several predicates in their bodies, where recursion is linear.
//
// A derivation of  P(a) and Q(b) and phi  implies  H(s)  is walked through one predicate after the other: P
// is derived, what the rest of the clause needs of its tuple is saved, then Q is derived from the beginning,
// with the saved values carried along, and at its end the clause is applied. So Q, and what Q is derived
// from, is copied into a *context* that belongs to this place of the clause. Contexts nest; since at most the
// first predicate of a body may depend on the head, nesting ends.
#pragma once

#include "frontend/horn/horn_system.h"

namespace pendulum::frontend {

struct LinearSystem {
  HornSystem system;  ///< linear
  /// Of the system's predicates: what they are a copy of. `original` is nothing for the start of a context,
  /// which holds the saved values alone. The first `saved` arguments are those values.
  struct Copy {
    std::optional<std::size_t> original;
    std::size_t saved = 0;
    std::optional<std::size_t> start;  ///< of its context; nothing outside of all contexts
  };
  std::vector<Copy> copies;
};

bool is_linear(const HornSystem& system);
/// Has a solution if and only if `system` has. Throws Unsupported("nonlinear clauses") where a head depends
/// on itself by several predicates of one body, or where copies become too many.
///
/// A solution S of the linear system gives one of the other:
///   P(x)  =  for all contexts c with a copy of P, for all saved s:  S(start of c)(s) implies S(P in c)(s, x)
LinearSystem linearize(term::TermManager& terms, const HornSystem& system);

}  // namespace pendulum::frontend
