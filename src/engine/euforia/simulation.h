// Refinement by forward symbolic simulation (Algorithms 6 to 8 of section 3.4).
//
// The program is run along the trace, on the one path that concrete models choose, with inputs symbolic: a
// state is a value term for each variable and a path constraint, both over the inputs of earlier steps. Where
// the next step with the trace's next cube contradicts that, the core is a lemma of its edge.
//
// Values fold (3 + 3 is 6), which EUF does not do, so beside the thesis's one lemma each earlier step gets
// one that says what it computed: x = 3 implies x' = 6. These are the expansion lemmas: they bring new
// values.
#pragma once

#include "engine/euforia/euf_abstraction.h"
#include "engine/euforia/known_values.h"
#include "engine/ic3/search.h"

namespace pendulum::engine::euforia {

class Simulation {
 public:
  Simulation(const program::Program& program, Env& env);

  /// RefineForward: true when the trace was refuted and something new was learnt. False: it may be feasible,
  /// a query was not decided, or the lemmas are known.
  bool refine(ic3::Ic3& ic3, const ic3::Trace& trace);

 private:
  /// s_i = (v_i, pc_i), and what LearnLemma needs of the step.
  struct State {
    term::Substitution values;  ///< v_i: of variables; those that are missing are unknown
    term::TermVector path;      ///< pc_i
    term::Substitution inputs;  ///< the edge's inputs -> their names in this step
    program::EdgeId edge = 0;
    term::TermVector literals;   ///< that the path through the edge rests on, over its variables and inputs
    term::Substitution updates;  ///< of the edge, without choices
  };
  struct Query {
    term::TermVector assumptions;
  };

  Query query(ic3::Ic3& ic3, const State& before, const ic3::Trace::Step& step) const;
  State simulate(const State& before, const ic3::Trace::Step& step);
  bool learn(ic3::Ic3& ic3, const std::vector<State>& states, const ic3::Trace::Step& step,
             const term::TermVector& core);
  bool learn_step(ic3::Ic3& ic3, const State& before, const State& after);
  term::Term without_old_inputs(term::Term formula) const;

  const program::Program& program_;
  Env& env_;
  std::unique_ptr<smt::Solver> solver_;
  std::vector<term::TermVector> live_;
  term::Substitution last_values_;  ///< of renamed inputs: what the last model gave them
};

}  // namespace pendulum::engine::euforia
