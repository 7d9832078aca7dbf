// Selects paths pi through a loop that are worth accelerating: those for which pi^2 is feasible ([IMPULSE],
// section 3.5).
//
// Two copies of the loop body are composed and have to agree on all branch conditions, which correspond to
// the distinguishers and shadow distinguishers of Fig. 3. Each model of this formula determines a path, which
// is then blocked in the formula. The first copy starts in states that a prefix of the program reaches, so
// paths that no execution takes from there are not selected.
#pragma once

#include "acceleration/path/loop_path.h"
#include "smt/expansion.h"
#include "smt/solver.h"

namespace pendulum::acceleration {

/// Whether to select the paths that one iteration can take, or those that two iterations in a row can take.
enum class Repetition { Once, Twice };

class PathSelection {
 public:
  /// Requires: `expander` is the one that expanded the array reads of the start states. Its constraints are
  /// asserted in `solver`. `program`, `expander` and `solver` should outlive the object.
  PathSelection(const program::Program& program, Cycle cycle, smt::Expander& expander, smt::Solver& solver,
                Repetition repetition = Repetition::Twice);

  /// Sets the states in which the first iteration starts: `reach` holds, and the variables have the given
  /// values (by variable index; null: arbitrary value). Paths that were already selected remain blocked.
  void start_from(term::Term reach, const std::vector<term::Term>& values);

  /// Returns a path that was not returned before; nullopt if none exists or the solver call is unknown.
  /// Requires: start_from() was called.
  std::optional<LoopPath> next();

 private:
  /// A copy of the loop body.
  struct Copy {
    term::Substitution state;  ///< values of variables and inputs before the iteration
    term::Term guard;          ///< expanded
  };
  /// `state` contains the values of the variables; fresh inputs are added.
  Copy make_copy(term::Substitution state);
  /// The state after the iteration.
  term::Substitution after(const Copy& copy);
  void find_reads();
  term::Model model();
  term::Model array_contents(term::Model model);
  void block(const LoopPath& path);
  void assert_constraints();
  /// `term` in the state of the copy, without arrays.
  term::Term expanded(term::Term term, const Copy& copy);

  const program::Program& program_;
  term::TermManager& terms_;
  Cycle cycle_;
  smt::Expander& expander_;
  smt::Solver& solver_;
  term::TermVector reads_;        ///< elements of array symbols that the cycle may read, as Select terms
  std::size_t num_asserted_ = 0;  ///< number of constraints of the expander that `solver_` contains
  std::vector<LoopPath> found_;   ///< paths that were already selected
  std::optional<Copy> first_;     ///< copy for the first iteration
  Repetition repetition_;
  /// Satisfiable iff one iteration, or two that agree on their branches, can take a path not in `found_`.
  term::Term question_;
};

}  // namespace pendulum::acceleration
