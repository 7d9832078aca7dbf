// A path through the body of a loop, called pi in [IMPULSE], section 2. An accelerator repeats one path.
//
// A cycle of edges through a loop head is composed into one guarded assignment. Large blocks contain choices:
// ites and disjunctions. A model of one iteration resolves the choices of the cycle into a path, which
// consists of a conjunction of literals, assignments without choices, and an ordered list of array writes.
// In every state that satisfies the literals, the cycle has the same effect as the path.
#pragma once

#include <map>
#include <string>
#include <variant>
#include <vector>

#include "program/program.h"
#include "term/traverse.h"

namespace pendulum::acceleration {

/// An input of an edge in a cycle.
struct CycleInput {
  term::Term symbol;     ///< the symbol in the terms of the cycle
  std::size_t step = 0;  ///< index into the edges of the cycle
  term::Term original;   ///< the symbol in the edge
};

/// An inner loop that a cycle takes by its accelerator (nested_cycles.h).
struct InnerLoop {
  std::size_t position = 0;     ///< the inner loop is taken immediately before edges[position]
  std::size_t accelerator = 0;  ///< index into the list of accelerators
  term::Term count;             ///< number of iterations, over the state before the cycle
};

/// The sequential composition of edges from a loop head back to it.
struct Cycle {
  program::LocationId head = 0;
  std::vector<program::EdgeId> edges;
  std::vector<InnerLoop> inner;              ///< ordered by position
  term::Term guard;                          ///< over variables and inputs
  std::vector<program::Assignment> updates;  ///< at most one per variable; none of the form x := x
  std::vector<CycleInput> inputs;
};

/// Composes edges and other guarded assignments into a cycle.
class CycleComposer {
 public:
  explicit CycleComposer(const program::Program& program) : program_(program) {}

  /// Appends an edge. If an edge is appended again, its inputs are renamed.
  void append(program::EdgeId edge);
  /// Appends a guarded parallel assignment that is not an edge of the program.
  void append(term::Term guard, const std::vector<program::Assignment>& updates);
  /// Records an inner loop before the next edge; its guarded assignment has to be appended separately.
  /// Requires: `inner.count` is over the state in which the inner loop starts.
  void append(InnerLoop inner);
  /// Returns the cycle. Requires: the edges form a cycle. The composer must not be used afterwards.
  Cycle finish();

 private:
  /// `here` replaces variables by their current values.
  void assign(term::Substituter& here, term::Term guard, const std::vector<program::Assignment>& updates);

  const program::Program& program_;
  Cycle cycle_;
  std::map<term::Term, term::Term> state_;  ///< current values of the assigned variables
  term::TermVector guards_;
  term::TermSet used_;  ///< inputs of earlier edges
};

/// Composes the edges. Requires: they form a cycle.
Cycle make_cycle(const program::Program& program, const std::vector<program::EdgeId>& edges);

/// The assignment array[index] := value; both terms are over the state before the iteration.
struct Write {
  term::Term array;
  term::Term index;
  term::Term value;
};

/// A cycle without choices.
struct LoopPath {
  program::LocationId head = 0;
  std::vector<program::EdgeId> edges;
  term::TermVector literals;                 ///< the guard is their conjunction
  std::vector<program::Assignment> updates;  ///< without choices; arrays only if they are assigned as a whole
  std::vector<Write> writes;                 ///< in the order of execution
  std::vector<CycleInput> inputs;
  std::vector<InnerLoop> inner;  ///< counts without choices
};

/// Returns the path that the cycle takes in `model`, which assigns values to its variables and inputs.
/// Returns nullopt if the guard of the cycle is false in the model.
std::optional<LoopPath> resolve(term::TermManager& terms, const Cycle& cycle, const term::Model& model);

/// Returns the conditions on which the cycle branches; they correspond to the distinguishers d_i of
/// [IMPULSE], section 3.5. They are the conditions of ites, the disjuncts of the guard, assigned formulas,
/// and equalities between the index of a read and those of earlier writes. Two iterations that agree on all
/// of them take the same path.
term::TermVector branch_conditions(term::TermManager& terms, const Cycle& cycle);

}  // namespace pendulum::acceleration
