// A path through the body of a loop, pi in [IMPULSE], section 2: what is repeated when the loop is
// accelerated.
//
// A cycle of edges through a loop head becomes one guarded assignment. Large blocks contain choices (ite,
// disjunctions); a model of one iteration resolves them into a path: a conjunction of literals, assignments
// without choices, and an ordered list of array writes. Every state that satisfies the literals takes this
// path.
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
  term::Term symbol;     ///< in the terms of the cycle
  std::size_t step = 0;  ///< index into the edges
  term::Term original;   ///< the edge's own symbol
};

/// A loop inside of a cycle that an accelerator replaces (nested_cycles.h).
struct InnerLoop {
  std::size_t position = 0;     ///< the loop is taken right before edges[position]
  std::size_t accelerator = 0;  ///< index into the accelerators of the program
  term::Term count;             ///< its number of iterations, over the state before the cycle
};

/// The sequential composition of edges; the last one ends where the first one starts.
struct Cycle {
  program::LocationId head = 0;
  std::vector<program::EdgeId> edges;
  std::vector<InnerLoop> inner;              ///< by position
  term::Term guard;                          ///< over variables and inputs
  std::vector<program::Assignment> updates;  ///< each variable once, no identities
  std::vector<CycleInput> inputs;
};

/// Composes edges and other guarded assignments into a cycle.
class CycleComposer {
 public:
  explicit CycleComposer(const program::Program& program) : program_(program) {}

  /// Appends an edge. An edge that occurs twice has renamed inputs the second time.
  void append(program::EdgeId edge);
  /// Appends a guarded parallel assignment over the variables that belongs to no edge.
  void append(term::Term guard, const std::vector<program::Assignment>& updates);
  /// Appends an inner loop that is taken before the next edge. `inner.count` is over the state in which the
  /// inner loop starts.
  void append(InnerLoop inner);
  /// The cycle. Requires that the edges form one.
  Cycle finish();

 private:
  void assign(term::Substituter& here, term::Term guard, const std::vector<program::Assignment>& updates);

  const program::Program& program_;
  Cycle cycle_;
  std::map<term::Term, term::Term> state_;  ///< variables that were assigned
  term::TermVector guards_;
  term::TermSet used_;  ///< inputs of earlier edges
};

/// Requires that the edges form a cycle.
Cycle make_cycle(const program::Program& program, const std::vector<program::EdgeId>& edges);

/// array[index] := value, with both terms over the state before the iteration.
struct Write {
  term::Term array;
  term::Term index;
  term::Term value;
};

struct LoopPath {
  program::LocationId head = 0;
  std::vector<program::EdgeId> edges;
  term::TermVector literals;                 ///< the guard
  std::vector<program::Assignment> updates;  ///< without choices; arrays only if they are assigned as a whole
  std::vector<Write> writes;                 ///< in the order of execution
  std::vector<CycleInput> inputs;
  std::vector<InnerLoop> inner;  ///< counts without choices
};

/// The path that the cycle takes in a model of its variables and inputs. Nothing if the guard is false there.
std::optional<LoopPath> resolve(term::TermManager& terms, const Cycle& cycle, const term::Model& model);

/// Conditions on which the cycle branches ([IMPULSE], section 3.5, the distinguishers d_i): those of ites,
/// disjuncts of its guard, formulas that are assigned, and equalities of indices where a read follows a
/// write. Two iterations that agree on them take the same path.
term::TermVector branch_conditions(term::TermManager& terms, const Cycle& cycle);

}  // namespace pendulum::acceleration
