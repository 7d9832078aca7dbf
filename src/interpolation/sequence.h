// Binary interpolants and interpolant sequences as DAGs: a chain of edges, one per formula. The scope of node
// i contains the symbols that A_1..A_{i-1} and A_i..A_n share. A symbol that occurs for the first time is an
// input of the edge.
#pragma once

#include "interpolation/interpolation.h"

namespace pendulum::interpolation {

/// Node i precedes formula i. Requires: `formulas` is not empty.
OwnedDag make_chain(term::TermManager& terms, std::span<const term::Term> formulas);

/// Returns I_1 = true, ..., I_{n+1} = false. Requires: the conjunction of the formulas is unsatisfiable.
Outcome interpolate_sequence(Interpolator& interpolator, term::TermManager& terms,
                             std::span<const term::Term> formulas, std::chrono::milliseconds limit);

/// The interpolant of (a, b); nullopt if none is found within the limit.
std::optional<term::Term> interpolate(Interpolator& interpolator, term::TermManager& terms, term::Term a,
                                      term::Term b, std::chrono::milliseconds limit);

}  // namespace pendulum::interpolation
