// The program without its call stack: the same locations and edges, where variables replace the stack.
//
// For each array of the stack, a variable represents the value that the last call has stored there. For each
// variable v that a procedure reads before it assigns it, the entry copy of v represents the value at the
// beginning of the activation. Call edges assign both. As a program this is only an approximation, because
// nested calls overwrite these variables; procedure_clauses.h gives calls their meaning. The program exists
// so that the integer view can translate its edges.
#pragma once

#include "program/call_effects.h"
#include "program/integer_view/integer_view.h"

namespace pendulum::engine::summaries {

struct ProcedureProgram {
  program::Program program;
  std::vector<program::CallStructure::Edge::Kind> kinds;  ///< by edge
  std::vector<program::CallPair> pairs;
  program::Procedures procedures;
  std::vector<term::TermSet> assigned;  ///< by procedure: see program::assigned_variables
  term::TermSet saved;                  ///< variables that represent saved values
  /// By procedure: pairs of a variable and its entry copy (certificate::entry_copy), ordered by variable.
  std::vector<std::vector<std::pair<term::Term, term::Term>>> copies;

  /// The procedure that begins at the location, except for the main procedure.
  std::optional<std::size_t> procedure_at(program::LocationId location) const;
  /// By location: the variables on which the rest of the activation depends, without entry copies and saved
  /// values. A variable that a callee cannot assign is not live in the callee for the sake of its caller.
  std::vector<term::TermSet> live_variables() const;
};

/// Null, with a reason, if the program has no calls and returns of the form of program/call_structure.h, or
/// if a loop contains the entry of a procedure.
std::optional<ProcedureProgram> make_procedure_program(const program::Program& program, std::string& reason);

/// The program over integers. Requires: `view` is the view of procedures.program.
ProcedureProgram integer_image(const ProcedureProgram& procedures, const program::IntegerView& view);

}  // namespace pendulum::engine::summaries
