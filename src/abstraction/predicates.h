// Predicates from formulas.
#pragma once

#include "abstraction/predicate_abstraction.h"

namespace pendulum::abstraction {

/// Predicates over which the abstraction can say `formula`, ordered by id, one of each pair p and not p.
///
/// Its atoms; for Cartesian abstraction also its conjuncts: a conjunction of literals of atoms cannot say
/// what a clause says. Boolean combinations of the atoms can say every formula.
term::TermVector predicates_of(term::TermManager& terms, term::Term formula, Precision precision);

}  // namespace pendulum::abstraction
