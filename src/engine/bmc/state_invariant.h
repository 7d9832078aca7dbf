// Inductive invariants from the states that the explicit-state search has stored.
//
// Exploration tries only guessed input values, so its states prove nothing, even if all of them are expanded.
// Here the solver finds the steps that were missed. States are abstracted to the values of few observables
// (abstract_states.h). The precision starts empty and grows by counterexample-guided refinement:
//   1. Compute the fixpoint of abstract states, which contains the abstractions of all stored states. If no
//      edge into the error can be taken, its abstract states are an inductive invariant.
//   2. Otherwise, follow the abstract path to the error from its first, stored state, one edge after the
//      other. A step that the solver finds gives a stored state that exploration had missed. If the path
//      can be followed to its end, it is a counterexample.
//   3. If a step is not possible from the stored state, an unsat core names observables of this state that
//      exclude the step. They are added to the precision of all locations.
// The refinement is that of explicit-value analysis (Beyer, Loewe 2013), with two differences: the infeasible
// step is found by following a single execution, and the solver computes exact abstract successors.
// An observable that really has many values in a context becomes arbitrary there (precision.h); refinement
// then has to do without it.
#pragma once

#include <variant>

#include "engine/bmc/path_query.h"

namespace pendulum::engine::bmc {

class StateInvariant {
 public:
  /// Requires exploration.is_possible(). All arguments must outlive this object.
  StateInvariant(const program::Program& program, Exploration& exploration, Env& env,
                 const base::Budget& budget);

  using Answer = std::variant<certificate::ErrorPath, certificate::Invariant>;
  /// Returns nothing if a limit is reached, the solver does not decide, or the observables do not suffice.
  std::optional<Answer> run();

 private:
  /// An abstract path that starts in a stored state.
  struct Path {
    Exploration::NodeId start = 0;
    term::TermVector start_formulas;  ///< of the abstraction of `start`
    std::vector<PathStep> steps;
  };
  /// The end of a path that was followed.
  struct End {
    Exploration::NodeId node;   ///< the last stored state; it is before the edge if that leads to the error
    Exploration::Words inputs;  ///< of the last edge
  };

  /// One iteration of the loop above. Throws GaveUp.
  std::optional<Answer> refine();
  Path path_to(const AbstractStates& states, AbstractStates::StateId state) const;
  /// Steps 2 and 3. Returns nothing if the path cannot be followed, after the precision was refined.
  std::optional<End> follow(const Path& path);
  /// The same, by an arbitrary execution along the edges that led to the start of the path.
  std::optional<End> follow_from_entry(const Path& path);
  /// The inputs with which the step is possible from the stored state; nothing if there are none.
  std::optional<Exploration::Words> inputs_of(Exploration::NodeId node, const PathStep& step);
  /// The observables that refinement may add. Variables come first, because relations between variables make
  /// the abstract states harder to prove.
  enum class Candidates { Variables, All };
  /// Adds observables that exclude the step from the node. Returns false if the candidates that are not
  /// arbitrary in its abstraction do not suffice.
  bool add_observables(Exploration::NodeId node, const PathStep& step, Candidates candidates);
  /// Adds the observable to the precision of all locations that have it. Returns whether it is new somewhere.
  bool observe(term::Term observable);
  void make_arbitrary(const AbstractStates::Wide& wide, Exploration::NodeId witness);
  /// Removes the rules of the precision that make observables arbitrary which exclude the step from the node,
  /// and adds observables to their contexts.
  void split_context(Exploration::NodeId node, const PathStep& step);
  /// Adds an observable that distinguishes the node from the reason of the rule to the context of later
  /// rules. Returns false if there is none.
  bool extend_context(Exploration::NodeId node, const Precision::Rule& rule);
  /// The values of all observables of the node's location.
  Precision::Cube values_of(Exploration::NodeId node);
  /// The number of values of the observable in stored states.
  std::size_t count_values(program::LocationId location, std::size_t index);

  const program::Program& program_;
  Exploration& exploration_;
  Env& env_;
  const base::Budget& budget_;
  Observables observables_;
  EdgeSolvers solvers_;
  Precision precision_;
  unsigned num_splits_ = 0;  ///< contexts of the precision that were split
};

}  // namespace pendulum::engine::bmc
