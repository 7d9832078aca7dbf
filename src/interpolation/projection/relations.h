// Sums of linear literals: formulas that follow from two literals of a cube and relate their variables.
#pragma once

#include <optional>

#include "term/term_manager.h"

namespace pendulum::interpolation {

/// The sum of two inequalities that share a variable with opposite signs, scaled such that it cancels out;
/// nullopt for other literals.
std::optional<term::Term> sum_without(term::TermManager& terms, term::Term a, term::Term b);

/// Sums of two literals, which follow from them.
term::TermVector relations(term::TermManager& terms, term::Term a, term::Term b);

}  // namespace pendulum::interpolation
