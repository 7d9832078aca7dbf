// The inductive invariant of a safe, complete, well-labelled abstract reachability graph (ARG; UFO,
// Theorem 1).
#pragma once

#include "arg/arg.h"
#include "arg/implications.h"

namespace pendulum::arg {

/// A formula that is equivalent to the disjunction of `labels` in the states that satisfy the facts at
/// `location`, without disjuncts and conjuncts that the others make redundant, because each of them makes the
/// check over bit-vectors more expensive.
term::Term disjunction(term::TermManager& terms, program::LocationId location, const term::TermVector& labels,
                       Implications& implications);

/// By location: the disjunction of the labels of its uncovered nodes, conjoined with the facts at the
/// location; false if it has no such node.
term::TermVector invariant(const Arg& arg, Implications& implications);

}  // namespace pendulum::arg
