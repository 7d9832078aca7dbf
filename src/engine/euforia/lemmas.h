// Refinement of the EUF abstraction by lemmas (sections 3.4 and 4.4): formulas that all concrete states or
// steps satisfy, added to the abstract step queries.
//
//   states:       a cube of the trace that has no concrete state: its core is excluded        (reason 1)
//   transitions:  a step of the trace that no concrete step makes: likewise, for its edge      (reason 2)
//   simulation:   a run along the trace, if wanted (simulation.h)                              (reason 3)
//   paths:        interpolants p_i along the trace's edges: p_{i-1} and edge i imply p_i'       (4.33)
#pragma once

#include "engine/euforia/simulation.h"

namespace pendulum::engine::euforia {

class LemmaRefinement : public ic3::Refinement {
 public:
  enum class Whole { Interpolants, Simulation };  ///< how whole traces are refuted first
  LemmaRefinement(const program::Program& program, Env& env, Whole whole);
  std::optional<std::string> refine(ic3::Ic3& ic3, const ic3::Trace& trace,
                                    const term::TermVector& labels) override;
  /// Algorithm 5, lines 2 to 9; all cubes and steps of the trace are looked at.
  bool refine_locally(ic3::Ic3& ic3, const ic3::Trace& trace) override;

 private:
  bool refine_states(ic3::Ic3& ic3, const ic3::Trace& trace);
  bool refine_transitions(ic3::Ic3& ic3, const ic3::Trace& trace);
  std::unique_ptr<smt::Solver> make_solver();
  smt::Solver& edge_solver(ic3::Ic3& ic3, program::EdgeId edge);
  /// The minimised core of an unsatisfiable query; nothing when it is satisfiable or unknown.
  std::optional<term::TermVector> refuted(smt::Solver& solver, const term::TermVector& assumptions);

  const program::Program& program_;
  Env& env_;
  std::string logic_;
  std::optional<Simulation> simulation_;
  std::unique_ptr<smt::Solver> state_solver_;
  std::vector<std::unique_ptr<smt::Solver>> edge_solvers_;  ///< made when needed
};

}  // namespace pendulum::engine::euforia
