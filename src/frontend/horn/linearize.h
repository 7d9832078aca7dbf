// Transformation of clauses with several predicates in their bodies to linear clauses. It requires that the
// recursion is linear.
//
// A derivation of  P(a) and Q(b) and phi  implies  H(s)  is sequentialised: first P is derived, and those
// values of its tuple are saved that the rest of the clause uses. Then Q is derived from facts, with the
// saved values as additional arguments, and finally the clause is applied. For this, Q and all predicates
// that Q depends on are copied into a *context*, which belongs to this body atom of the clause. Contexts
// nest; since at most the first predicate of a body may depend on the head, the nesting depth is finite.
#pragma once

#include "frontend/horn/horn_system.h"

namespace pendulum::frontend {

struct LinearSystem {
  HornSystem system;  ///< the linear clauses
  /// Indexed by the predicates of `system`: describes what each of them represents. `original` is the
  /// predicate that it is a copy of; it is unset for the start predicate of a context, whose arguments are
  /// the saved values alone. The first `saved` arguments of a copy are the saved values.
  struct Copy {
    std::optional<std::size_t> original;
    std::size_t saved = 0;
    std::optional<std::size_t> start;  ///< start predicate of its context; unset outside of all contexts
  };
  std::vector<Copy> copies;
};

/// Does every body contain at most one predicate?
bool is_linear(const HornSystem& system);
/// Does no head depend on itself through several predicates of one body?
bool has_linear_recursion(const HornSystem& system);
/// Returns a linear system that has a solution if and only if `system` has one. Requires:
/// has_linear_recursion(system). Throws Unsupported("nonlinear clauses") if too many copies are needed.
///
/// A solution S of the linear system yields a solution of `system`:
///   P(x)  =  for all contexts c with a copy of P, for all saved s:  S(start of c)(s) implies S(P in c)(s, x)
LinearSystem linearize(term::TermManager& terms, const HornSystem& system);

}  // namespace pendulum::frontend
