// Transformations Program -> Program. Each result passes verify_program.
//
// Back-maps: a run of the result is turned into a run of the original by executing the original between the
// locations that the run visits, with the same input values (check/interpreter.h, `refine_path`). The passes
// keep input symbols; where the same small edge is part of several large edges the further ones get renamed
// inputs (an input belongs to exactly one edge) and `input_origin` knows the original. Inputs that the
// result does not mention do not matter: any value (zero) will do. Where the original may take several edges
// in one state (guards that are not visibly exclusive) the result decides by internal inputs that the
// original does not have; the executor of the original has to try the edges.
#pragma once

#include "base/statistics.h"
#include "program/program.h"

namespace pendulum::program {

struct Transformed {
  Program program;
  /// For each location of the result the one of the original it stands for.
  std::vector<LocationId> origin;
  /// Renamed input of the result -> input of the original. Inputs that kept their symbol are left out, and
  /// so are internal inputs that the pass made.
  term::TermMap<term::Term> input_origin = {};

  /// The original's symbol of an input of the result.
  term::Term original_input(term::Term input) const {
    auto found = input_origin.find(input);
    return found == input_origin.end() ? input : found->second;
  }
};

/// Keeps locations that are reachable from entry and from which the error is reachable (in the graph).
Transformed prune_unreachable(const Program& program);

/// Does a function without body get memory that it may change (InputOrigin::Kind::Change)?
bool has_changes(const Program& program);
/// The runs in which such functions leave memory alone. Locations and edges stay; the inputs are gone, and
/// the interpreter gives them their value on the way back. Requires a program of the front end.
Program without_changes(const Program& program);

/// Keeps what the error depends on: variables that no guard on the way to the error depends on, directly or
/// through assignments, disappear with their updates and inputs. Loops are kept even when they could be
/// skipped only if they may decide whether the error is reached (a loop without exit must stay a loop).
Transformed slice(const Program& program);

/// Entry, error, and one location per loop (the heads of the weak topological order).
std::vector<LocationId> cutpoints(const Program& program);
/// These, and joins that more ways lead to from the last ones. Tasks that run one after the other multiply
/// their ways, and every question about such a block pays for all of them; the cases of a switch only add up.
std::vector<LocationId> medium_cutpoints(const Program& program, double max_ways);

/// Large blocks (UFO's [18], EUFORIA section 5.4): only `cutpoints` remain; an edge for each pair of
/// cutpoints that a cutpoint-free path connects; guard and updates are shared DAGs with ites. Dead variables
/// are not assigned. Edges into the error that are unsupported stay apart from those that are violations.
/// Linear in the size of the program times the number of cutpoints in the worst case.
Transformed large_block(const Program& program);
/// The same with other cutpoints; they must cut every cycle and contain entry and error.
Transformed large_block(const Program& program, const std::vector<LocationId>& cutpoints);

}  // namespace pendulum::program
