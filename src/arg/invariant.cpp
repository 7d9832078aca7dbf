#include "arg/invariant.h"

namespace pendulum::arg {

term::TermVector invariant(const Arg& arg) {
  std::vector<term::TermVector> labels(arg.program().locations().size());
  const auto is_covered = arg.covered_nodes();
  // Soundness: the label of a covered node implies those of uncovered ones of its location.
  for (const NodeId id : arg.topological_order())
    if (!is_covered[id]) labels[arg.node(id).location].push_back(arg.node(id).label);
  term::TermVector result;
  for (const term::TermVector& list : labels) result.push_back(arg.program().terms().mk_or(list));
  return result;
}

}  // namespace pendulum::arg
