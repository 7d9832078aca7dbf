// Relations become functions: equations that define symbols are turned into substitutions.
#pragma once

#include "term/term_manager.h"

namespace pendulum::system {

/// A relation R with some of its symbols eliminated:
///   R  is equivalent to  rest and (symbol = value for each pair of `values`),
/// where `rest` and all values are free of the eliminated symbols.
struct SolvedRelation {
  term::Substitution values;
  term::Term rest;
};

/// Eliminates as many of `symbols` as the visible equations (symbol = term, and Boolean literals) among the
/// conjuncts of `relation` allow. Where an equation could define either side, the symbol that comes first in
/// `symbols` is eliminated.
SolvedRelation solve_equations(term::TermManager& terms, term::Term relation,
                               const term::TermVector& symbols);

}  // namespace pendulum::system
