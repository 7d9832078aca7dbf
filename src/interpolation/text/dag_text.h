// DAGs as text, for stored refinements (bench/interpolation.cpp) and bug reports: the DAG as a program
// without cycles (program/text/text.h), followed by the attributes of its nodes:
//
//   program
//   ...
//   nodes
//   (node 12 (x y) (<= x y))      location, scope, known; in the order of the nodes
#pragma once

#include <iosfwd>
#include <string_view>

#include "interpolation/dag/dag.h"

namespace pendulum::interpolation {

/// If two edges share an action, its inputs are written as different inputs. Requires: verify_dag accepts the
/// DAG, and no guard is false.
void write_dag(std::ostream& out, term::TermManager& terms, const Dag& dag);

/// A DAG whose actions are the edges of a program.
struct StoredDag {
  program::Program program;
  Dag dag;
};

/// Throws InputError "<origin>:line: what was expected".
StoredDag read_dag(term::TermManager& terms, std::string_view text, std::string_view origin = "<text>");

}  // namespace pendulum::interpolation
