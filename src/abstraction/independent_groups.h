// Splits a Boolean post into parts that do not depend on each other.
#pragma once

#include <cstddef>
#include <vector>

#include "term/traverse.h"

namespace pendulum::abstraction {

/// Partitions the indices of `images`: two images are in one group if a chain of formulas of `constraints`
/// and `images`, each of which shares a symbol with the next one, connects them. Ensures: if the conjunction
/// of the constraints is satisfiable, then the truth values that the images can have together are all
/// combinations of those that each group can have.
std::vector<std::vector<std::size_t>> independent_groups(const term::TermVector& constraints,
                                                         const term::TermVector& images);

}  // namespace pendulum::abstraction
