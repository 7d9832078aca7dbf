// Translation of linear Horn clauses to a program with one location per predicate and one edge per clause.
#pragma once

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
  /// Origin of an edge: its clause, and the values of the clause's variables as terms over the state at the
  /// source location and the inputs.
  struct Origin {
    std::size_t clause = 0;
    term::Substitution values;
  };
  std::vector<Origin> origin;
};

/// Ensures: the error location is reachable if and only if the clauses have no solution. Throws
/// Unsupported("nonlinear clauses") if a body contains several predicates.
HornProgram to_program(term::TermManager& terms, const HornSystem& system);

}  // namespace pendulum::frontend
