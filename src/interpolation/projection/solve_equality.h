// Solves an equality for one of its symbols by moving invertible operators to the other side.
#pragma once

#include "term/term_manager.h"

namespace pendulum::interpolation {

bool mentions(term::Term term, term::Term symbol);

/// The value of `symbol` that left = right determines; null if none is found. The result does not mention
/// `symbol`.
term::Term solve_equality(term::TermManager& terms, term::Term symbol, term::Term left, term::Term right);

}  // namespace pendulum::interpolation
