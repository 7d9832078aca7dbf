// Transformations Program -> Program. Each result satisfies verify_program.
//
// Back-maps: a path of the result is concretised by executing the original program between the locations that
// the path visits, with the same input values (engine/concretise_path.h). The passes keep input symbols. If a
// small edge is part of several large edges, all but the first get renamed inputs, because an input belongs
// to exactly one edge; `input_origin` maps them to the original inputs. Inputs that do not
// occur in the result are irrelevant and may have any value (zero is used). If the original program can take
// several edges in one state (guards that are not syntactically exclusive), the result chooses by internal
// inputs that the original program does not have; the executor of the original program then has to try the
// edges.
#pragma once

#include <functional>

#include "base/statistics.h"
#include "program/program.h"

namespace pendulum::program {

struct Transformed {
  Program program;
  /// The location of the original program for each location of the result.
  std::vector<LocationId> origin;
  /// Renamed input of the result -> input of the original program. Contains neither inputs that kept their
  /// symbol nor internal inputs that the pass has added.
  term::TermMap<term::Term> input_origin = {};

  /// The symbol in the original program of an input of the result.
  term::Term original_input(term::Term input) const {
    auto found = input_origin.find(input);
    return found == input_origin.end() ? input : found->second;
  }
};

/// Two passes as one pass of the program that `first` was applied to. Requires: `second` was applied to the
/// result of `first`.
Transformed compose(const Transformed& first, Transformed second);

/// Keeps the locations that are reachable from entry and from which error is reachable in the control-flow
/// graph.
Transformed prune_unreachable(const Program& program);

/// True if the program has havocked inputs (InputOrigin::Kind::Havoc), such as writes of external functions.
bool has_havocked_inputs(const Program& program);
/// The program in which every havocked input has its `unchanged` value, so that external functions leave
/// memory unchanged. Locations and edges are kept and the havocked inputs removed; when a path is translated
/// back, the interpreter computes their values. Requires: `program` comes from the front end unchanged.
Program without_havocked_inputs(const Program& program);

/// A program without some unsupported edges; locations and input symbols are unchanged.
struct SupportedPart {
  Program program;
  std::vector<EdgeId> origin;  ///< for each edge the edge of the original program
};
/// Removes the unsupported edges that `is_kept` rejects; those that it accepts become ordinary errors.
SupportedPart supported_part(const Program& program, const std::function<bool(const Edge&)>& is_kept);

/// Removes the variables on which no guard on a path to the error depends, directly or through assignments,
/// together with their updates and inputs. All control flow on paths to the error is kept: a loop is never
/// skipped, because a loop without exit must remain one.
Transformed slice(const Program& program);

/// Entry, error and the loop heads, that is, the heads of the weak topological order.
std::vector<LocationId> cutpoints(const Program& program);
/// The cutpoints, and joins that are reached by more than `max_paths` paths since the last cutpoints. The
/// numbers of paths through consecutive branches multiply, and every solver call about such a block pays for
/// all paths; the cases of one switch only add up.
std::vector<LocationId> medium_cutpoints(const Program& program, double max_paths);

/// Large blocks ([Gurfinkel11], [Bueno21] section 5.4): only `cutpoints` remain, with an edge for each pair
/// of cutpoints that a path without inner cutpoints connects. Guards and updates are shared DAGs with ites.
/// Dead variables are not assigned. Edges into the error location for unsupported constructs are separate
/// from those for violations. In the worst case the effort is the size of the program times the number of
/// cutpoints.
Transformed large_block(const Program& program);
/// Likewise with given cutpoints. Requires: they contain entry, error and a location of every cycle.
Transformed large_block(const Program& program, const std::vector<LocationId>& cutpoints);

}  // namespace pendulum::program
