// The front end for VMT files and Horn clauses: which of the two a file is decides its text.
#pragma once

#include <variant>

#include "frontend/horn/horn_program.h"
#include "frontend/horn/linearize.h"
#include "property/property.h"
#include "system/transition_system.h"

namespace pendulum::frontend {

/// What the program was made from; evidence is written in its terms.
struct HornSource {
  HornSystem system;
  std::vector<program::LocationId> location;     ///< see HornProgram
  std::vector<term::TermVector> arguments;       ///< see HornProgram
  std::vector<HornProgram::Origin> edge_origin;  ///< see HornProgram
  /// The clauses of the file, where `system` is their linear form; and what its predicates are copies of.
  std::optional<HornSystem> nonlinear;
  std::vector<LinearSystem::Copy> copies;
};

struct SystemProgram {
  program::Program program;
  std::variant<system::TransitionSystem, HornSource> source;
  property::Property property() const {
    return std::holds_alternative<HornSource>(source) ? property::Property::Satisfiable
                                                      : property::Property::Invariant;
  }
};

/// Throws InputError (with line and column where the text is malformed) and Unsupported (nonlinear clauses,
/// quantifiers, divisions whose value at zero matters, ...).
SystemProgram load_system(term::TermManager& terms, const std::string& file);

}  // namespace pendulum::frontend
