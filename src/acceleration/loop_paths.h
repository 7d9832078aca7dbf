// Enumerates the paths through a loop: the cycles through its head, and for each cycle the paths that models
// select (path_selection.h), from given start states or from arbitrary ones.
#pragma once

#include <functional>
#include <vector>

#include "acceleration/path_selection.h"
#include "base/stop.h"
#include "program/wto.h"

namespace pendulum::acceleration {

class LoopPaths {
 public:
  /// States in which an iteration may start: `reach` holds, and the variables have these values.
  struct Start {
    term::Term reach;
    std::vector<term::Term> values;  ///< by variable index; null: any value
  };
  /// Returns whether the enumeration should continue.
  using Visitor = std::function<bool(const LoopPath&)>;

  /// The arguments should outlive this. `expander` expands the array reads of the start states.
  LoopPaths(const program::Program& program, const program::Wto& wto, smt::Expander& expander,
            smt::SolverFactory& solvers);

  /// Calls `visitor` once for each path that an iteration can take from one of `starts`. Considers a limited
  /// number of cycles, shortest first. Throws Stopped.
  void enumerate(program::LocationId head, const std::vector<Start>& starts, Repetition repetition,
                 const base::StopToken& stop, const Visitor& visitor);
  /// The same for the paths of the given cycles.
  void enumerate(const std::vector<Cycle>& cycles, const std::vector<Start>& starts, Repetition repetition,
                 const base::StopToken& stop, const Visitor& visitor);

  /// The start in which every variable has any value.
  Start anywhere() const;

 private:
  const program::Program& program_;
  const program::Wto& wto_;
  smt::Expander& expander_;
  smt::SolverFactory& solvers_;
};

}  // namespace pendulum::acceleration
