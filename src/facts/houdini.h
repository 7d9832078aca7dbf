// Houdini (Flanagan, Leino 2001): the largest subset of the candidates that is inductive.
#pragma once

#include <map>

#include "base/statistics.h"
#include "base/stop.h"
#include "program/program.h"
#include "smt/solver.h"

namespace pendulum::facts {

/// For each location the conjuncts that remain. Ensures: for every edge s -> t with t other than error,
///   facts(s) and guard  imply  facts(t) after the updates,
/// where entry has no facts; or everything is empty when the solver or the time gave up.
std::vector<term::TermVector> houdini(const program::Program& program,
                                      std::vector<term::TermVector> candidates, smt::SolverFactory& solvers,
                                      double seconds, base::Statistics& statistics,
                                      const base::StopToken& stop);

}  // namespace pendulum::facts
