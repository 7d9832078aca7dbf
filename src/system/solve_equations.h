// Solves the equations of a relation: turns equations that define symbols into a substitution.
#pragma once

#include "term/term_manager.h"

namespace pendulum::system {

/// A relation R from which some symbols are eliminated:
///   R  is equivalent to  rest and (symbol = value for each pair of `values`),
/// where `rest` and all values do not contain the eliminated symbols.
struct SolvedRelation {
  term::Substitution values;
  term::Term rest;
};

/// Eliminates symbols of `symbols` by the conjuncts of `relation` that are equations symbol = term or Boolean
/// literals. Equations that would make definitions cyclic are kept in `rest`. If an equation can define
/// either side, the symbol that comes first in `symbols` is eliminated.
SolvedRelation solve_equations(term::TermManager& terms, term::Term relation,
                               const term::TermVector& symbols);

}  // namespace pendulum::system
