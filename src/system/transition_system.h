// Transition systems (X, I, init, trans, property) in functional form, and their text formats.
#pragma once

#include <iosfwd>

#include "program/program.h"

namespace pendulum::system {

struct StateVariable {
  term::Term current;
  term::Term next;  ///< the symbol for the next state
};

/// trans is over current, inputs and next; init and property over current and inputs: some values of the
/// inputs make a state initial, all values have to satisfy the property.
struct TransitionSystem {
  std::vector<StateVariable> state;
  term::TermVector inputs;
  term::Term init;
  term::Term trans;
  term::Term property;  ///< holds in all states when the system is safe
  /// For systems made from programs: the bit-vector state variable whose value is the LocationId.
  term::Term location;  ///< null for systems without control flow
};

/// The functional transition system of a Program, exactly: one bit-vector variable for the location, and a
/// conjunct next_x = ite(...) over the edges for each state variable. States in which no edge can be taken
/// (and those at the error location, which violate the property) have no successor. Where the guards of a
/// location are not visibly exclusive, an additional input chooses the edge. The program's symbols are kept.
TransitionSystem to_transition_system(const program::Program& program);
/// One loop location; initial edge by inputs. The inverse in meaning, not in shape. Conjuncts next_x = t of
/// `trans` become assignments; what remains is a guard over fresh inputs for the next values. A disjunction of
/// such steps becomes an edge for each.
/// Requires: no quantifiers.
program::Program to_program(term::TermManager& terms, const TransitionSystem& system);

/// VMT: (! x :next x'), :init true, :trans true, :invar-property 0.
void print_vmt(std::ostream& out, const TransitionSystem& system);
/// Horn clauses in the CHC-COMP format: a predicate per location over its live variables, a clause per edge.
/// Satisfiable: the error is unreachable. Unsupported edges count as errors.
void print_chc(std::ostream& out, const program::Program& program);
/// One satisfiability query: is the error reachable along the acyclic part and at most `unrollings` back
/// edges?
void print_smt2(std::ostream& out, const program::Program& program, unsigned unrollings);

}  // namespace pendulum::system
