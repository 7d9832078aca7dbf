// Refinement of the EUF abstraction by lemmas (sections 3.4 and 4.4): formulas that all concrete states or
// steps satisfy, added to the abstract step queries.
//
//   states:       a cube of the trace contains no concrete state: its core is excluded        (reason 1)
//   transitions:  no concrete step connects two cubes of the trace: likewise, for that edge   (reason 2)
//   simulation:   symbolic execution along the trace, if enabled (simulation.h)               (reason 3)
//   paths:        interpolants p_i along the trace's edges: p_{i-1} and edge i imply p_i'     (4.33)
//
// Guard and updates of an edge are asserted, so the core of a step consists of cube literals. A second query
// for the path of the trace has the parts of guard and updates as assumptions; its core names the operations
// that contradict each other and becomes a lemma about these operations (operation_lemmas.h).
#pragma once

#include "engine/euforia/simulation.h"

namespace pendulum::engine::euforia {

class LemmaRefinement : public ic3::Refinement {
 public:
  enum class Whole { Interpolants, Simulation };  ///< how a whole trace is refuted first
  LemmaRefinement(const program::Program& program, EufAbstraction& abstraction, Env& env, Whole whole);
  std::optional<std::string> refine(ic3::Ic3& ic3, const ic3::Trace& trace,
                                    const term::TermVector& labels) override;
  /// Algorithm 5, lines 2 to 9, applied to all cubes and steps of the trace.
  bool refine_locally(ic3::Ic3& ic3, const ic3::Trace& trace) override;

 private:
  bool refine_states(ic3::Ic3& ic3, const ic3::Trace& trace);
  bool refine_transitions(ic3::Ic3& ic3, const ic3::Trace& trace);
  /// `core`, over variables and next values, contradicts the edge of the step.
  bool learn_operations(ic3::Ic3& ic3, const ic3::Trace::Step& step, const term::TermVector& core);
  std::unique_ptr<smt::Solver> make_solver();
  /// The solver that contains guard and updates of the edge.
  smt::Solver& edge_solver(ic3::Ic3& ic3, program::EdgeId edge);
  /// The minimised core of an unsatisfiable query; nothing if the query is satisfiable or unknown.
  std::optional<term::TermVector> refuted(smt::Solver& solver, const term::TermVector& assumptions);

  const program::Program& program_;
  Env& env_;
  std::string logic_;
  OperationLemmas operations_;
  std::optional<Simulation> simulation_;
  std::unique_ptr<smt::Solver> state_solver_;
  std::vector<std::unique_ptr<smt::Solver>> edge_solvers_;  ///< made on demand
};

}  // namespace pendulum::engine::euforia
