// Internal: cheap syntactic reasoning about the conditions of branches, seen as conjunctions of literals.
#pragma once

#include <span>

#include "term/term_manager.h"

namespace pendulum::program {

/// The literals of a condition: the children of an And, or the condition itself. Nested ones stay whole, so
/// that the cost does not depend on the size of the condition.
std::span<const term::Term> literals(const term::Term& condition);

/// No two of the conditions hold together, visibly: a literal of one is the complement of a literal of the
/// other, or they equate one term with two values. False: not known.
bool are_exclusive(term::TermManager& terms, std::span<const term::Term> conditions);

/// One of the conditions always holds, visibly: one of them consists of complements of others.
/// False: not known.
bool are_total(term::TermManager& terms, std::span<const term::Term> conditions);

/// Equivalent to the disjunction. Merges (A and l) or (A and not l) into A, cancels l in
/// A and l or (A and B and not l), drops what is implied and factors out what is common.
term::Term simplified_or(term::TermManager& terms, std::span<const term::Term> conditions);

/// A value chosen by conditions of which exactly one holds: values[i] where conditions[i] holds.
term::Term choose(term::TermManager& terms, std::span<const term::Term> conditions,
                  std::span<const term::Term> values);

}  // namespace pendulum::program
