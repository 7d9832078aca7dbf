// Reachable concrete states, found by executing the program: with random inputs and, if these enable no edge,
// with inputs that a solver finds for one edge from the concrete state. A candidate that a sample violates is
// no invariant.
#pragma once

#include "base/stop.h"
#include "program/program.h"
#include "smt/solver.h"

namespace pendulum::facts {

/// By location: reached states as models over the program's variables.
using Samples = std::vector<std::vector<term::Model>>;

struct SamplerLimits {
  /// Number of executions. Few suffice, because Houdini drops the false candidates that no sample refutes.
  unsigned runs = 12;
  /// Maximum number of edges per execution, at least 1. Chosen so that loops are iterated several times.
  unsigned steps = 40;
};

/// Returns the states that were reached when `stop` is set; callers limit the time by a base::Budget.
Samples sample(const program::Program& program, smt::SolverFactory& solvers, const SamplerLimits& limits,
               unsigned seed, const base::StopToken& stop);

}  // namespace pendulum::facts
