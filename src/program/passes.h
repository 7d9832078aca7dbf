// Transformations Program -> Program. Each result passes verify_program.
//
// Back-maps: the passes keep input symbols, so a run of the result is turned into a run of the original by
// executing the original with the same input values (check/interpreter.h, `refine_path`).
#pragma once

#include "base/statistics.h"
#include "program/program.h"

namespace pendulum::program {

/// The result of a pass, and for each location of the result the one of the original it stands for.
struct Transformed {
  Program program;
  std::vector<LocationId> origin;
};

/// Keeps locations that are reachable from entry and from which the error is reachable (in the graph).
Transformed prune_unreachable(const Program& program);

/// Keeps what the error depends on: variables that no guard on the way to the error depends on, directly or
/// through assignments, disappear with their updates and inputs. Loops are kept even when they could be
/// skipped only if they may decide whether the error is reached (a loop without exit must stay a loop).
Transformed slice(const Program& program);

/// Entry, error, and one location per loop (the heads of the weak topological order).
std::vector<LocationId> cutpoints(const Program& program);

/// Large blocks (UFO's [18], EUFORIA section 5.4): only `cutpoints` remain; an edge for each pair of
/// cutpoints that a cutpoint-free path connects; guard and updates are shared DAGs with ites. Dead variables
/// are not assigned. Linear in the size of the program times the number of cutpoints in the worst case.
Transformed large_block(const Program& program);
/// The same with other cutpoints; they must cut every cycle and contain entry and error.
Transformed large_block(const Program& program, const std::vector<LocationId>& cutpoints);

}  // namespace pendulum::program
