#include "arg/invariant.h"

#include <algorithm>

#include "base/check.h"
#include "term/forms/drop_implied.h"
#include "term/traverse.h"

namespace pendulum::arg {

using term::Term;
using term::TermVector;

namespace {

/// Maximum number of conjuncts of a label that is searched for redundant ones; beyond it the search costs
/// more than it saves.
constexpr std::size_t max_conjuncts = 60;

Term without_superfluous_conjuncts(term::TermManager& terms, program::LocationId location, Term label,
                                   Implications& implications) {
  const TermVector all = term::conjuncts(label);
  if (all.size() > max_conjuncts) return label;
  return terms.mk_and(term::drop_implied(all, [&](const TermVector& others, Term conjunct) {
    return implications.implies_at(location, terms.mk_and(others), conjunct);
  }));
}

}  // namespace

Term disjunction(term::TermManager& terms, program::LocationId location, const TermVector& labels,
                 Implications& implications) {
  TermVector kept;
  for (const Term label : labels) {
    const auto is_implied_by_label = [&](Term other) {
      return implications.implies_at(location, other, label);
    };
    const auto is_stronger_than = [&](Term other) { return implications.implies_at(location, label, other); };
    if (std::ranges::any_of(kept, is_stronger_than)) continue;
    std::erase_if(kept, is_implied_by_label);
    kept.push_back(label);
  }
  for (Term& label : kept) label = without_superfluous_conjuncts(terms, location, label, implications);
  return terms.mk_or(kept);
}

TermVector invariant(const Arg& arg, Implications& implications) {
  PENDULUM_DCHECK(
      std::ranges::none_of(arg.topological_order(), [&](NodeId id) { return arg.node(id).is_removed; }),
      "removed nodes should not be reachable");
  std::vector<TermVector> labels(arg.program().locations().size());
  const auto is_covered = arg.covered_nodes();
  // Soundness: the label of a covered node implies the disjunction of those of uncovered nodes of its
  // location.
  for (const NodeId id : arg.topological_order()) {
    const Node& node = arg.node(id);
    if (!is_covered[id] && !implications.is_empty_at(node.location, node.label))
      labels[node.location].push_back(node.label);
  }
  term::TermManager& terms = arg.program().terms();
  TermVector result;
  for (program::LocationId location = 0; location < labels.size(); ++location)
    result.push_back(terms.mk_and(disjunction(terms, location, labels[location], implications),
                                  terms.mk_and(implications.facts_at(location))));
  return result;
}

}  // namespace pendulum::arg
