// Translation of Horn clauses to a program. It has a location for each predicate. A linear clause becomes one
// edge.
//
// A clause with n > 1 predicates in its body becomes a sequence of edges. The program calls the derivation of
// the second to the last tuple (of all tuples if the head is false), see derivation_stack.h. A call starts at
// the location from which the edges of facts leave, and may return at any location of a predicate to the call
// sites that wait for this predicate. So the program has one procedure, besides the main procedure for the
// clauses with head false, and the tuples that are derived at a predicate's location are those that
// the clauses derive.
#pragma once

#include <optional>

#include "frontend/horn/horn_system.h"
#include "program/program.h"

namespace pendulum::frontend {

struct HornProgram {
  program::Program program;
  /// Both vectors are indexed by predicate. A state at `location[p]` represents the tuple of values of the
  /// variables `arguments[p]`, for which p was derived. Predicates share variables because a state belongs to
  /// one location.
  std::vector<program::LocationId> location;
  std::vector<term::TermVector> arguments;
  /// Origin of the last edge of a clause: the clause, and the values of its variables as terms over the state
  /// at the source location and the inputs.
  struct Origin {
    std::size_t clause = 0;
    term::Substitution values;
  };
  std::vector<std::optional<Origin>> origin;  ///< by edge
};

/// Ensures: the error location is reachable if and only if the clauses have no solution. If all clauses are
/// linear, every edge has an origin, and the program has no stack.
HornProgram to_program(term::TermManager& terms, const HornSystem& system);

}  // namespace pendulum::frontend
