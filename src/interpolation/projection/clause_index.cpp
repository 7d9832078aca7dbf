#include "interpolation/projection/clause_index.h"

#include <algorithm>

#include "term/traverse.h"

namespace pendulum::interpolation {

using term::Term;
using term::TermVector;

namespace {

TermVector literals_of(Term clause) {
  TermVector result = term::disjuncts(clause);
  std::ranges::sort(result);
  return result;
}

}  // namespace

void ClauseIndex::add(Term clause) {
  TermVector literals = literals_of(clause);
  const Term first = literals.front();
  by_first_literal_[first].push_back(std::move(literals));
}

bool ClauseIndex::subsumes(Term clause) const {
  const TermVector literals = literals_of(clause);
  for (const Term first : literals) {
    const auto found = by_first_literal_.find(first);
    if (found == by_first_literal_.end()) continue;
    for (const TermVector& other : found->second)
      if (std::ranges::includes(literals, other)) return true;
  }
  return false;
}

}  // namespace pendulum::interpolation
