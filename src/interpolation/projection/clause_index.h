// A set of clauses that decides subsumption.
#pragma once

#include <vector>

#include "term/term.h"

namespace pendulum::interpolation {

/// A clause is a formula, understood as the disjunction of its disjuncts.
class ClauseIndex {
 public:
  void add(term::Term clause);
  /// True if the set has a clause whose literals are among those of `clause`, which it therefore implies.
  bool subsumes(term::Term clause) const;

 private:
  /// Clauses by their first literal, which has to occur in a clause that they subsume. The literals of a
  /// clause are ordered by id.
  term::TermMap<std::vector<term::TermVector>> by_first_literal_;
};

}  // namespace pendulum::interpolation
