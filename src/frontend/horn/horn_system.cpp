#include "frontend/horn/horn_system.h"

#include <algorithm>

#include "term/traverse.h"

namespace pendulum::frontend {

namespace {

bool is_well_formed(const HornSystem& system, const PredicateAtom& atom) {
  return atom.predicate < system.predicates.size() &&
         std::ranges::equal(atom.arguments, system.predicates[atom.predicate].domain, {}, &term::Term::sort);
}

}  // namespace

term::TermVector symbols_of(const Clause& clause) {
  term::TermVector all{clause.constraint};
  for (const PredicateAtom& atom : clause.body)
    all.insert(all.end(), atom.arguments.begin(), atom.arguments.end());
  if (clause.head) all.insert(all.end(), clause.head->arguments.begin(), clause.head->arguments.end());
  return term::symbols(all);
}

bool is_well_formed(const HornSystem& system) {
  return std::ranges::all_of(system.clauses, [&](const Clause& clause) {
    return clause.constraint.sort().is_bool() && !clause.constraint.has_quantifier() &&
           (!clause.head || is_well_formed(system, *clause.head)) &&
           std::ranges::all_of(clause.body,
                               [&](const PredicateAtom& atom) { return is_well_formed(system, atom); });
  });
}

}  // namespace pendulum::frontend
