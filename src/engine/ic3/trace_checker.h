// Is an abstract run a run of the program? If not, why: interpolants along its edges.
#pragma once

#include "engine/engine.h"
#include "engine/ic3/ic3.h"
#include "interpolation/interpolation.h"

namespace pendulum::engine::ic3 {

class TraceChecker {
 public:
  struct Infeasible {
    /// One per location that the trace visits, entry and error included: true, p_1, ..., false; each edge is
    /// a Hoare triple.
    term::TermVector labels;
  };
  using Outcome = std::variant<certificate::ErrorPath, Infeasible, GaveUp>;

  /// `methods` in the order in which they are tried. Counts under `prefix`.
  TraceChecker(const program::Program& program, const std::vector<term::TermVector>& live,
               std::vector<interpolation::Method> methods, std::string prefix, Env& env);

  /// Along the paths of the trace where it has them, otherwise along its edges; its cubes do not count: what
  /// is refuted is refuted for all cubes. An error path is one of the program.
  Outcome check(const Trace& trace);

 private:
  interpolation::Dag chain(const Trace& trace) const;

  const program::Program& program_;
  const std::vector<term::TermVector>& live_;
  Env& env_;
  std::string prefix_;
  std::unique_ptr<smt::Solver> solver_;
  /// Interpolators know actions by their address, so these live as long as they do.
  std::vector<std::shared_ptr<const program::Edge>> paths_;
  std::vector<std::unique_ptr<interpolation::Interpolator>> interpolators_;
};

}  // namespace pendulum::engine::ic3
