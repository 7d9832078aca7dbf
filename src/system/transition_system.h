// Transition systems (X, I, init, trans, property) in functional form, and their text formats.
#pragma once

#include <iosfwd>

#include "program/program.h"

namespace pendulum::system {

struct StateVariable {
  term::Term current;
  term::Term next;           ///< the symbol for the next state
};

/// trans is over current, inputs and next; init and property over current.
struct TransitionSystem {
  std::vector<StateVariable> state;
  term::TermVector inputs;
  term::Term init;
  term::Term trans;
  term::Term property;       ///< holds in all states when the system is safe
  /// For systems made from programs: the value of `location` that stands for each Program location.
  term::Term location;       ///< null for systems without control flow
};

/// The functional transition system of a Program: one bit-vector variable for the location, next-state
/// functions as ites over the edges; the error location is a state that violates the property.
TransitionSystem to_transition_system(const program::Program& program);
/// One loop location; initial edge by inputs. The inverse in meaning, not in shape.
program::Program to_program(term::TermManager& terms, const TransitionSystem& system);

/// VMT: (! x :next x'), :init true, :trans true, :invar-property 0.
void print_vmt(std::ostream& out, const TransitionSystem& system);
/// Horn clauses in the CHC-COMP format: a predicate per location over its live variables, a clause per edge.
void print_chc(std::ostream& out, const program::Program& program);
/// One satisfiability query: is the error reachable along the acyclic part and `unrollings` back edges?
void print_smt2(std::ostream& out, const program::Program& program, unsigned unrollings);

}  // namespace pendulum::system
