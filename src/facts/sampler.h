// Concrete states that are reachable, by running a program: random inputs first, and where they lead nowhere,
// inputs that a solver finds for one edge from the concrete state. What the samples refute is no invariant.
#pragma once

#include "base/stop.h"
#include "program/program.h"
#include "smt/solver.h"

namespace pendulum::facts {

/// Reached states, as models over the program's variables, per location.
using Samples = std::vector<std::vector<term::Model>>;

struct SamplerLimits {
  unsigned runs = 12;
  unsigned steps = 40;  ///< edges per run
  double seconds = 2;
};

Samples sample(const program::Program& program, smt::SolverFactory& solvers, const SamplerLimits& limits,
               unsigned seed, const base::StopToken& stop);

}  // namespace pendulum::facts
