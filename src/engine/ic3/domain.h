// The interface that an instance of IC3 implements: the abstraction of steps and the generalisation of
// pre-images.
#pragma once

#include <functional>
#include <memory>

#include "engine/ic3/frames.h"
#include "smt/solver.h"

namespace pendulum::engine::ic3 {

/// Evaluates a Bool term in the model of a satisfiable step query. The term is over the program's variables
/// (before the step), the edge's inputs and the variables after the step (`StepSymbols::next`).
using Truth = std::function<bool(term::Term)>;

/// A backward step along an edge from a target cube, to be generalised.
struct Preimage {
  const program::Edge& edge;
  const Cube& target;  ///< over the variables after the edge, under their own names
  const Truth& truth;
  /// Lemmas that refinement has learnt for this edge, with next values replaced by the edge's updates.
  const term::TermVector& lemmas;
  /// Renames the variables of a term to their next values.
  const std::function<term::Term(term::Term)>& to_next;
};

/// Result of a backward step: a cube, or axioms that refute the step.
struct Projected {
  Cube cube;
  /// Lemmas of the edge that exclude the model. If there are any, the step query is repeated.
  term::TermVector axioms;
};

class Domain {
 public:
  virtual ~Domain() = default;
  /// Makes a solver for step queries, which may over-approximate the steps.
  virtual std::unique_ptr<smt::Solver> make_solver() = 0;
  /// GeneralizeFeasible: returns a cube over the variables before the edge. Ensures that the model satisfies
  /// the cube, or violates one of the axioms.
  virtual Projected preimage(const Preimage& step) = 0;
  /// A lemma was added: a formula over variables, inputs and next values. `to_next` is as in Preimage.
  virtual void learnt(term::Term lemma, const std::function<term::Term(term::Term)>& to_next) {
    (void)lemma, (void)to_next;
  }
  /// Makes pre-images more precise, at higher cost. Returns false if that is not possible.
  virtual bool sharpen() { return false; }
  /// The path through the edge that the model takes: its literals as guard, updates without ite, and the same
  /// inputs. If null, counterexamples are checked along whole edges.
  virtual std::shared_ptr<const program::Edge> path(const Preimage&) { return nullptr; }
};

}  // namespace pendulum::engine::ic3
