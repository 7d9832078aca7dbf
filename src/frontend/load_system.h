// The front end for VMT files and Horn clauses. The text of a file determines which of the two formats it
// has.
#pragma once

#include <variant>

#include "frontend/horn/horn_program.h"
#include "frontend/horn/linearize.h"
#include "property/property.h"
#include "system/transition_system.h"

namespace pendulum::frontend {

/// The Horn clauses that a program was built from, with the mapping that translates evidence back to them.
struct HornSource {
  HornSystem system;
  std::vector<program::LocationId> location;                    ///< see HornProgram
  std::vector<term::TermVector> arguments;                      ///< see HornProgram
  std::vector<std::optional<HornProgram::Origin>> edge_origin;  ///< see HornProgram
  /// Set if the clauses of the file are not linear, but have linear recursion. `nonlinear` then holds the
  /// clauses of the file, `system` their linear form, and `copies` the predicate of `nonlinear` that each
  /// predicate of `system` is a copy of.
  std::optional<HornSystem> nonlinear;
  std::vector<LinearSystem::Copy> copies;
};

/// A program, and the transition system or the clauses that it represents.
struct SystemProgram {
  program::Program program;
  std::variant<system::TransitionSystem, HornSource> source;
  std::vector<std::string> warnings;  ///< about the file
  property::Property property() const {
    return std::holds_alternative<HornSource>(source) ? property::Property::Satisfiable
                                                      : property::Property::Invariant;
  }
};

/// Reads `file` and translates it to a program. Throws InputError (with line and column if the text is
/// malformed) and Unsupported (for example for quantifiers, or divisions by a term that
/// is not a nonzero constant).
SystemProgram load_system(term::TermManager& terms, const std::string& file);

}  // namespace pendulum::frontend
