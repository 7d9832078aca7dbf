// Checks whether an abstract counterexample is feasible; if not, computes interpolants along its edges.
#pragma once

#include "engine/engine.h"
#include "engine/ic3/ic3.h"
#include "interpolation/interpolation.h"

namespace pendulum::engine::ic3 {

class TraceChecker {
 public:
  struct Infeasible {
    /// One label per location that the trace visits, including entry and error: true, p_1, ..., false. Each
    /// edge with the labels of its ends is a Hoare triple.
    term::TermVector labels;
  };
  using Outcome = std::variant<certificate::ErrorPath, Infeasible, GaveUp>;

  /// `methods` are tried in this order. `prefix` starts the names of the statistics.
  TraceChecker(const program::Program& program, const std::vector<term::TermVector>& live,
               std::vector<interpolation::Method> methods, std::string prefix, Env& env);

  /// Checks the trace along its paths if it has any, otherwise along its edges. The cubes of the trace are
  /// ignored, so a refutation holds for all cubes. An error path in the result is a path of the program.
  Outcome check(const Trace& trace);

 private:
  interpolation::Dag chain(const Trace& trace) const;

  const program::Program& program_;
  const std::vector<term::TermVector>& live_;
  Env& env_;
  std::string prefix_;
  std::unique_ptr<smt::Solver> solver_;
  /// Interpolators identify actions by their address, so these must live as long as the interpolators.
  std::vector<std::shared_ptr<const program::Edge>> paths_;
  std::vector<std::unique_ptr<interpolation::Interpolator>> interpolators_;
};

}  // namespace pendulum::engine::ic3
