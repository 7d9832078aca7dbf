// Houdini (Flanagan, Leino 2001): the largest inductive subset of a set of candidates.
#pragma once

#include "base/statistics.h"
#include "base/stop.h"
#include "program/program.h"
#include "smt/solver.h"

namespace pendulum::facts {

/// Facts per location.
using Facts = std::vector<term::TermVector>;

/// Returns `established` together with an inductive subset of the candidates. It is the largest one if the
/// solver decides all calls; candidates that it cannot decide are dropped. Requires: `established` is
/// inductive (its lists may be empty).
/// Ensures: for every edge s -> t with t other than error,
///   facts(s) and guard  imply  facts(t) after the updates,
/// where entry has no facts. Returns `established` unchanged if `stop` is set before the search ends; callers
/// limit the time by a base::Budget.
Facts houdini(const program::Program& program, const Facts& established, Facts candidates,
              smt::SolverFactory& solvers, base::Statistics& statistics, const base::StopToken& stop);

}  // namespace pendulum::facts
