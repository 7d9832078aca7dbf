// Sets of truth assignments as formulas.
#pragma once

#include <set>
#include <vector>

#include "term/term_manager.h"

namespace pendulum::abstraction {

/// The truth values of a list of predicates.
using Assignment = std::vector<bool>;

/// The disjunction of the assignments as a decision tree with shared branches. Requires: `assignments` is not
/// empty.
term::Term decision_tree(term::TermManager& terms, const term::TermVector& predicates,
                         const std::set<Assignment>& assignments);

}  // namespace pendulum::abstraction
