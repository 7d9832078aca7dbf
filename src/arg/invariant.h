// A safe, complete, well-labelled graph as an inductive invariant of the program (UFO, Theorem 1).
#pragma once

#include "arg/arg.h"

namespace pendulum::arg {

/// Per location: the disjunction of the labels of its nodes that are not covered; false where there is none.
term::TermVector invariant(const Arg& arg);

}  // namespace pendulum::arg
