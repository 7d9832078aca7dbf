// Extraction of predicates from formulas.
#pragma once

#include "abstraction/predicate_abstraction.h"

namespace pendulum::abstraction {

/// Returns predicates with which the abstraction can express `formula`, ordered by id, with one of each pair
/// p and not p.
///
/// These are the atoms of the formula and, for Cartesian abstraction, its conjuncts: a conjunction of
/// literals of atoms cannot express a clause, while Boolean combinations of atoms can express every formula.
term::TermVector predicates_of(term::TermManager& terms, term::Term formula, Precision precision);

}  // namespace pendulum::abstraction
