// Refinement by forward symbolic simulation (Algorithms 6 to 8 of section 3.4).
//
// The program is executed along the trace, on the one path that the concrete models choose, with symbolic
// inputs. A state consists of a value term for each variable and a path constraint, both over the inputs of
// earlier steps. If the state contradicts the next step into the trace's next cube, the core is a lemma of
// that step's edge.
//
// Values are simplified (3 + 3 becomes 6), which EUF cannot do. So besides the one lemma of the thesis, each
// earlier step gets a lemma about its computation: x = 3 implies x' = 6. These are the expansion lemmas: they
// introduce new values.
#pragma once

#include "engine/euforia/euf_abstraction.h"
#include "engine/euforia/known_values.h"
#include "engine/euforia/operation_lemmas.h"
#include "engine/ic3/search.h"

namespace pendulum::engine::euforia {

class Simulation {
 public:
  Simulation(const program::Program& program, OperationLemmas& operations, Env& env);

  /// RefineForward: returns true if the trace was refuted and a new lemma was learnt. False if the trace may
  /// be feasible, a query was not decided, or all lemmas were known.
  bool refine(ic3::Ic3& ic3, const ic3::Trace& trace);

 private:
  /// s_i = (v_i, pc_i), and the data of the step that LearnLemma uses.
  struct State {
    term::Substitution values;  ///< v_i: values of the variables; missing ones are unknown
    term::TermVector path;      ///< pc_i
    term::Substitution inputs;  ///< the edge's inputs -> their symbols in this step
    program::EdgeId edge = 0;
    term::TermVector literals;   ///< that fix the path through the edge, over its variables and inputs
    term::Substitution updates;  ///< of the edge on that path, without ite
  };

  /// The assumptions of the query whether `step` can be taken from the state `before`.
  term::TermVector query(ic3::Ic3& ic3, const State& before, const ic3::Trace::Step& step) const;
  State simulate(const State& before, const ic3::Trace::Step& step);
  bool learn(ic3::Ic3& ic3, const std::vector<State>& states, const ic3::Trace::Step& step,
             const term::TermVector& core);
  bool learn_step(ic3::Ic3& ic3, const State& before, const State& after);
  /// Replaces inputs of earlier steps by their values in the last model.
  term::Term without_old_inputs(term::Term formula) const;

  const program::Program& program_;
  OperationLemmas& operations_;
  Env& env_;
  std::unique_ptr<smt::Solver> solver_;
  std::vector<term::TermVector> live_;
  term::Substitution last_values_;  ///< values of the renamed inputs in the last model
};

}  // namespace pendulum::engine::euforia
