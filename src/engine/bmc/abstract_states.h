// The fixpoint of abstract states for a given precision (precision.h).
//
// An abstract state consists of a location and a cube, the values of some observables; it represents all
// states in which they have these values. The fixpoint starts from the abstractions of reached states and
// adds every abstract state that an edge can lead to. The solver enumerates the successors of one abstract
// state under one edge: the state is assumed, and the known abstract states of the target are excluded by
// clauses. If the last query is unsatisfiable, its core is a smaller cube that also suffices; other states
// that contain this cube need no query.
#pragma once

#include <set>

#include "engine/bmc/edge_solver.h"
#include "engine/bmc/precision.h"

namespace pendulum::engine::bmc {

using EdgeSolvers = std::vector<std::unique_ptr<EdgeSolver>>;

class AbstractStates {
 public:
  using Words = Exploration::Words;
  using Cube = Precision::Cube;
  using StateId = std::size_t;
  struct State {
    program::LocationId location = 0;
    Cube cube;
    /// A reached state that it represents; unset if a step from `parent` along `edge` found it.
    std::optional<Exploration::NodeId> node;
    StateId parent = 0;
    program::EdgeId edge = 0;
  };

  /// Pushes a level of each solver, which release() or the destructor pops. All arguments must outlive this
  /// object.
  AbstractStates(const program::Program& program, Observables& observables, const Precision& precision,
                 EdgeSolvers& solvers);
  ~AbstractStates() { release(); }
  AbstractStates(const AbstractStates&) = delete;
  AbstractStates& operator=(const AbstractStates&) = delete;

  /// Adds the abstraction of a reached state.
  void add_reached(Exploration::NodeId node, program::LocationId location, const Words& state);

  /// An edge into the error that can be taken from an abstract state.
  struct Error {
    StateId state;
    program::EdgeId edge;
  };
  /// Computes the fixpoint. Returns an error if one is abstractly reachable. Throws GaveUp.
  std::optional<Error> close();
  /// Removes the level from the solvers. The states remain, but close() must not be called any more.
  void release();

  /// An observable with too many values at a location in the states that contain the context.
  struct Wide {
    program::LocationId location;
    std::size_t index;  ///< into Observables::at()
    Cube context;
    StateId state;  ///< one of these states, if possible one that was not reached
  };
  /// Such an observable, if there is one; the fixpoint is then not computed further.
  const std::optional<Wide>& wide() const { return wide_; }

  const State& state(StateId id) const { return states_[id]; }
  std::size_t size() const { return states_.size(); }
  /// The formulas that the observables have the values of the state.
  term::TermVector formulas(const State& state) const;
  /// For each location: the disjunction of its abstract states.
  certificate::Invariant invariant() const;

 private:
  /// The values of an observable at a location.
  struct Values {
    std::set<std::uint64_t> all;
    std::size_t num_reached = 0;  ///< values in reached states
    bool are_many() const;
  };

  void insert(State state);
  /// Sets wide_ if an observable has too many values in a context of the new state.
  void check_width(StateId id);
  /// Returns whether the edge can lead from the state to the error.
  bool can_fail(StateId id, program::EdgeId edge);
  void add_successors(StateId id, program::EdgeId edge);
  /// The abstract state after the edge in the solver's model.
  Cube successor(program::EdgeId edge);
  /// Asserts that the states after the edge are not in a known abstract state.
  void exclude_known(program::EdgeId edge);
  bool is_closed(const State& state, program::EdgeId edge) const;
  /// Stores the core of the last query as a closed cube of the edge.
  void store_core(const State& state, program::EdgeId edge);

  const program::Program& program_;
  term::TermManager& terms_;
  Observables& observables_;
  const Precision& precision_;
  EdgeSolvers& solvers_;
  std::vector<State> states_;
  std::vector<std::vector<StateId>> at_;               ///< by location
  std::vector<std::set<Cube>> known_;                  ///< by location
  std::vector<std::map<std::size_t, Values>> values_;  ///< by location and observable
  std::vector<std::size_t> num_excluded_;              ///< by edge: states of its target
  std::vector<std::vector<Cube>> closed_;              ///< by edge: cubes without new successors
  std::optional<Wide> wide_;
  bool is_released_ = false;
};

}  // namespace pendulum::engine::bmc
