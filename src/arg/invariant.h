// A safe, complete, well-labelled graph as an inductive invariant of the program (UFO, Theorem 1).
#pragma once

#include "arg/arg.h"
#include "arg/implications.h"

namespace pendulum::arg {

/// Equivalent to the disjunction of `labels`, without disjuncts and conjuncts that the others make
/// superfluous: a judge over bit-vectors pays for each.
term::Term disjunction(term::TermManager& terms, const term::TermVector& labels, Implications& implications);

/// Per location: the disjunction of the labels of its nodes that are not covered; false where there is none.
term::TermVector invariant(const Arg& arg, Implications& implications);

}  // namespace pendulum::arg
