#include "frontend/horn/horn_system.h"

#include <algorithm>

namespace pendulum::frontend {

namespace {

bool is_well_formed(const HornSystem& system, const PredicateAtom& atom) {
  return atom.predicate < system.predicates.size() &&
         std::ranges::equal(atom.arguments, system.predicates[atom.predicate].domain, {}, &term::Term::sort);
}

}  // namespace

bool is_well_formed(const HornSystem& system) {
  return std::ranges::all_of(system.clauses, [&](const Clause& clause) {
    return clause.constraint.sort().is_bool() && !clause.constraint.has_quantifier() &&
           (!clause.head || is_well_formed(system, *clause.head)) &&
           std::ranges::all_of(clause.body,
                               [&](const PredicateAtom& atom) { return is_well_formed(system, atom); });
  });
}

}  // namespace pendulum::frontend
