// Transition systems (X, I, init, trans, property), conversion from and to programs, and text formats.
#pragma once

#include <iosfwd>

#include "program/program.h"

namespace pendulum::system {

struct StateVariable {
  term::Term current;
  term::Term next;  ///< the symbol for the next state
};

/// `trans` is a formula over current symbols, inputs and next symbols; `init` and `property` are formulas
/// over current symbols and inputs. A state is initial if it satisfies `init` for some values of the inputs.
/// A state satisfies the property if it satisfies `property` for all values of the inputs.
struct TransitionSystem {
  std::vector<StateVariable> state;
  term::TermVector inputs;
  term::Term init;
  term::Term trans;
  term::Term property;  ///< holds in all reachable states if the system is safe
  /// The bit-vector state variable whose value is the LocationId, for systems made from programs.
  term::Term location;  ///< null for other systems
};

/// Whether the inputs and the current and next symbols of the state are distinct, each state variable has the
/// sort of its next value, and the formulas are Boolean terms over the symbols that they may contain.
bool is_well_formed(const TransitionSystem& system);

/// Converts a program to an equivalent functional transition system: it has one bit-vector variable for the
/// location, and `trans` has a conjunct next_x = ite(...) over the edges for each state variable. States in
/// which no edge can be taken have no successor; this includes the states at the error location, which
/// violate the property. If the guards of a location are not known to be exclusive, an additional input
/// chooses the edge. The system uses the symbols of the program.
TransitionSystem to_transition_system(const program::Program& program);
/// Converts a transition system to an equivalent program with one loop location. Conjuncts next_x = t of
/// `trans` become assignments. Next values without such a conjunct become fresh inputs, which the remaining
/// conjuncts constrain in the guard. If `trans` is a disjunction of steps, each step becomes one edge.
/// Requires: the system is well-formed, and its formulas contain no quantifiers.
program::Program to_program(term::TermManager& terms, const TransitionSystem& system);

/// Prints the system in the VMT format: (! x :next x'), :init true, :trans true, :invar-property 0.
void print_vmt(std::ostream& out, const TransitionSystem& system);
/// Prints Horn clauses in the CHC-COMP format: one predicate per location over its live variables and one
/// clause per edge. The clauses are satisfiable iff the error location is unreachable. Unsupported edges
/// count as errors, because they lead to the error location. Operators on floating-point numbers are lowered
/// to bit-vectors (term/floating_point/lowering.h).
void print_chc(std::ostream& out, const program::Program& program);
/// Prints one satisfiability query, which is satisfiable iff the error is reachable by a path with at most
/// `unrollings` back edges.
void print_smt2(std::ostream& out, const program::Program& program, unsigned unrollings);

}  // namespace pendulum::system
