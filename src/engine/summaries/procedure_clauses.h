// The Horn clauses of a program with calls. They are nonlinear: a clause about a call has the caller's state
// and the callee's summary in its body.
//
// The predicate of a location holds for the states that executions reach there, together with the entry
// copies of the procedure. Let l be a location, P[l] its predicate, and X[l] its parameters.
//   local edge l -> m:         P[l] and guard                              implies  P[m] after the updates
//   call l -> g:               P[l] and guard                              implies  P[g] of the arguments
//   call l -> g, return x -> m: P[l] and both guards and P[x] of the arguments and arbitrary values of the
//                              variables that g may assign                 implies  P[m] after the updates
// The predicate at the entry of a procedure has only the entry copies as parameters.
//
// Resolution then eliminates most predicates; those of entries, exits and loops remain. A clause keeps its
// trace, that is, the program edges that it represents, so that derivations can be translated to paths.
#pragma once

#include "engine/summaries/procedure_program.h"
#include "smt/horn.h"

namespace pendulum::engine::summaries {

struct ProcedureAtom {
  program::LocationId location = 0;
  term::TermVector arguments;
};

/// An edge of the program with values of its inputs, or the part of the execution that derives an atom.
struct TraceItem {
  std::optional<program::EdgeId> edge;
  std::vector<std::pair<term::Term, term::Term>> inputs;  ///< of the edge: symbol, value
  std::size_t atom = 0;                                   ///< index into the body, if `edge` is unset
};

struct ProcedureClause {
  std::vector<ProcedureAtom> body;
  term::Term constraint;
  ProcedureAtom head;
  std::vector<TraceItem> trace;  ///< contains each atom of the body once
};

struct ProcedureClauses {
  /// By location: distinct symbols. Variables and entry copies of the program.
  std::vector<term::TermVector> parameters;
  std::vector<ProcedureClause> clauses;
  /// By location: the predicate occurs in the clauses.
  std::vector<bool> is_used;
  program::LocationId error = 0;
};

/// Returns the symbols of the constraint, the arguments and the values of inputs.
term::TermVector symbols_of(const ProcedureClause& clause);

/// `ranges` holds for all values of the program's variables.
ProcedureClauses make_clauses(const ProcedureProgram& procedures, term::Term ranges);

/// The clauses with the facts (by location, over the predicate's parameters) about each atom of a body.
ProcedureClauses with_facts(ProcedureClauses clauses, const term::TermVector& facts,
                            term::TermManager& terms);

/// The clauses as a system for Spacer. Predicate i is that of location i; those that are not used have no
/// clauses.
smt::HornSystem to_horn(const ProcedureClauses& clauses);

}  // namespace pendulum::engine::summaries
