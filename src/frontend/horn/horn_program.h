// Linear Horn clauses as a program: a location per predicate, an edge per clause.
#pragma once

#include "frontend/horn/horn_system.h"
#include "program/program.h"

namespace pendulum::frontend {

struct HornProgram {
  program::Program program;
  /// By predicate. The state at the location is a tuple of the predicate: its arguments are the values of
  /// these variables. Predicates share variables, since one is looked at at a time.
  std::vector<program::LocationId> location;
  std::vector<term::TermVector> arguments;
  /// By edge: its clause, and the clause's variables as terms over the state at the source and the inputs.
  struct Origin {
    std::size_t clause = 0;
    term::Substitution values;
  };
  std::vector<Origin> origin;
};

/// The error is reachable if and only if the clauses have no solution. Throws Unsupported("nonlinear
/// clauses") when a body has several predicates.
HornProgram to_program(term::TermManager& terms, const HornSystem& system);

}  // namespace pendulum::frontend
