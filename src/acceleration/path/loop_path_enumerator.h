// Enumerates the paths through a loop: for each cycle through the loop head, the paths that an iteration can
// take from given start states (path_selection.h).
#pragma once

#include <functional>
#include <vector>

#include "acceleration/path/path_selection.h"
#include "base/stop.h"
#include "program/wto.h"

namespace pendulum::acceleration {

class LoopPathEnumerator {
 public:
  /// A set of states in which an iteration may start: `reach` holds, and the variables have the given values.
  struct Start {
    term::Term reach;
    std::vector<term::Term> values;  ///< by variable index; null: arbitrary value
  };
  /// Is called for each path; the enumeration ends if it returns false.
  using Visitor = std::function<bool(const LoopPath&)>;

  /// Requires: `expander` is the one that expanded the array reads of the start states. The arguments should
  /// outlive the object.
  LoopPathEnumerator(const program::Program& program, const program::Wto& wto, smt::Expander& expander,
                     smt::SolverFactory& solvers);

  /// Calls `visitor` once for each path that an iteration, or two iterations in a row, can take from one of
  /// `starts`. Considers a limited number of cycles through `head`, shortest first. If a solver call is
  /// unknown, continues with the next start. Throws Stopped.
  void enumerate(program::LocationId head, const std::vector<Start>& starts, Repetition repetition,
                 const base::StopToken& stop, const Visitor& visitor);
  /// As above, for the given cycles.
  void enumerate(const std::vector<Cycle>& cycles, const std::vector<Start>& starts, Repetition repetition,
                 const base::StopToken& stop, const Visitor& visitor);

  /// The set of all states.
  Start anywhere() const;

 private:
  const program::Program& program_;
  const program::Wto& wto_;
  smt::Expander& expander_;
  smt::SolverFactory& solvers_;
};

}  // namespace pendulum::acceleration
