// Houdini (Flanagan, Leino 2001): the largest subset of the candidates that is inductive.
#pragma once

#include "base/statistics.h"
#include "base/stop.h"
#include "program/program.h"
#include "smt/solver.h"

namespace pendulum::facts {

/// Facts per location.
using Facts = std::vector<term::TermVector>;

/// The candidates that remain, added to `established`, which must be inductive on its own (or empty lists).
/// Ensures: for every edge s -> t with t other than error,
///   facts(s) and guard  imply  facts(t) after the updates,
/// where entry has no facts. When the time is up, `established` itself.
Facts houdini(const program::Program& program, const Facts& established, Facts candidates,
              smt::SolverFactory& solvers, double seconds, base::Statistics& statistics,
              const base::StopToken& stop);

}  // namespace pendulum::facts
