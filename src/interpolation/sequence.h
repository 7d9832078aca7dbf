// Binary interpolants and interpolant sequences as DAGs: a chain of edges, one per formula. The scope of node
// i is what A_1..A_{i-1} and A_i..A_n share; a symbol that enters is an input of the edge.
#pragma once

#include "interpolation/interpolation.h"

namespace pendulum::interpolation {

/// Node i stands before formula i. Requires a formula.
OwnedDag make_chain(term::TermManager& terms, std::span<const term::Term> formulas);

/// I_1 = true, ..., I_{n+1} = false for formulas whose conjunction is unsatisfiable.
Outcome interpolate_sequence(Interpolator& interpolator, term::TermManager& terms,
                             std::span<const term::Term> formulas, std::chrono::milliseconds limit);

/// The interpolant of (a, b); nothing when there is none within the limit.
std::optional<term::Term> interpolate(Interpolator& interpolator, term::TermManager& terms, term::Term a,
                                      term::Term b, std::chrono::milliseconds limit);

}  // namespace pendulum::interpolation
