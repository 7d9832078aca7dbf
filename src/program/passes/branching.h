// Internal: inexpensive syntactic reasoning about branch conditions, viewed as conjunctions of literals.
#pragma once

#include <span>

#include "term/term_manager.h"

namespace pendulum::program {

/// The literals of a condition: the children of an And, or the condition itself. Nested conjunctions are not
/// flattened, so that the cost does not depend on the size of the condition.
std::span<const term::Term> literals(const term::Term& condition);

/// True if the conditions are syntactically exclusive in pairs: a literal of one is the complement of a
/// literal of the other, or they equate one term with two values. False means unknown.
bool are_exclusive(term::TermManager& terms, std::span<const term::Term> conditions);

/// True if syntactically one of the conditions always holds: one of them is `true`, or the complement of each
/// literal of one of them is another condition. False means unknown.
bool are_total(term::TermManager& terms, std::span<const term::Term> conditions);

/// Returns a term that is equivalent to the disjunction of the conditions. Merges (A and l) or (A and not l)
/// into A, removes not l from (A and B and not l) if (A and l) is another disjunct, drops disjuncts that
/// imply another one and factors out common literals.
term::Term simplified_or(term::TermManager& terms, std::span<const term::Term> conditions);

/// Returns a term that equals values[i] if conditions[i] holds. Requires: exactly one condition holds.
term::Term choose(term::TermManager& terms, std::span<const term::Term> conditions,
                  std::span<const term::Term> values);

}  // namespace pendulum::program
