// Which paths through a loop are worth accelerating ([IMPULSE], section 3.5): those with a feasible pi^2.
//
// Two copies of the loop body are composed that must agree on all branch conditions (the distinguishers and
// their shadows in Fig. 3). A model selects a path; the path is blocked, and the next one is asked for. The
// first copy starts in states that a prefix of the program reaches, so that paths which no execution can take
// are not selected.
#pragma once

#include "acceleration/loop_path.h"
#include "smt/expansion.h"
#include "smt/solver.h"

namespace pendulum::acceleration {

/// Which paths are selected: those that one iteration can take, or those that two iterations in a row can
/// take.
enum class Repetition { Once, Twice };

class PathSelection {
 public:
  /// `expander` is the one by which reads in the start states are expanded; `solver` gets its constraints.
  PathSelection(const program::Program& program, Cycle cycle, smt::Expander& expander, smt::Solver& solver,
                Repetition repetition = Repetition::Twice);

  /// From now on the first iteration starts in a state that satisfies `reach`, with the variables' `values`
  /// (by variable index; null: any value). Paths that were found before are not found again.
  void start_from(term::Term reach, const std::vector<term::Term>& values);

  /// The next path; nothing if there is none or the solver gives up.
  std::optional<LoopPath> next();

 private:
  struct Copy {
    term::Substitution state;  ///< variables and inputs
    term::Term guard;
  };
  Copy make_copy(term::Substitution state);
  term::Substitution after(const Copy& copy);
  void find_reads();
  term::Model model();
  term::Model array_contents(term::Model model);
  void block(const LoopPath& path);
  void assert_constraints();
  term::Term expanded(term::Term term, const Copy& copy);

  const program::Program& program_;
  term::TermManager& terms_;
  Cycle cycle_;
  smt::Expander& expander_;
  smt::Solver& solver_;
  term::TermVector reads_;        ///< elements of array symbols that the cycle may read
  std::size_t num_asserted_ = 0;  ///< constraints of the expander
  std::vector<LoopPath> found_;
  std::optional<Copy> first_;
  Repetition repetition_;
  term::Term question_;  ///< an iteration, or two iterations that agree
};

}  // namespace pendulum::acceleration
