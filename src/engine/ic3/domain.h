// What distinguishes one IC3 from another: how steps are abstracted and how a step backwards is generalised.
#pragma once

#include <functional>
#include <memory>

#include "engine/ic3/frames.h"
#include "smt/solver.h"

namespace pendulum::engine::ic3 {

/// The model of a satisfiable step query: the value of a Bool term over the program's variables (before the
/// step), the edge's inputs and, by `StepSolver::next`, the variables after it.
using Truth = std::function<bool(term::Term)>;

/// A step backwards: which edge is taken into which cube.
struct Preimage {
  const program::Edge& edge;
  const Cube& target;  ///< over the variables after the edge, under their own names
  const Truth& truth;
  /// What refinement has learnt about this edge, with next values replaced by the edge's updates.
  const term::TermVector& lemmas;
  /// The step's next values: a term over the variables in the state after it.
  const std::function<term::Term(term::Term)>& to_next;
};

/// What a step backwards gives: a cube, or the reason why there is no such step.
struct Projected {
  Cube cube;
  /// Formulas (as a lemma of the edge) that exclude the model; when there are any, the step is asked for
  /// anew.
  term::TermVector axioms;
};

class Domain {
 public:
  virtual ~Domain() = default;
  /// A solver for step queries: answers for an over-approximation of the steps.
  virtual std::unique_ptr<smt::Solver> make_solver() = 0;
  /// GeneralizeFeasible: a cube over the variables before the edge. Ensures that the model satisfies it, or
  /// that it satisfies not all of the axioms.
  virtual Projected preimage(const Preimage& step) = 0;
  /// Makes pre-images more precise, at a price; false: they cannot be.
  virtual bool sharpen() { return false; }
  /// The one path through the edge that the model takes: its literals as guard, updates without choices, the
  /// same inputs. Null: counterexamples are looked at edge by edge.
  virtual std::shared_ptr<const program::Edge> path(const Preimage&) { return nullptr; }
};

}  // namespace pendulum::engine::ic3
