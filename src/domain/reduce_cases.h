// Removes inputs from affine cases, and cases that others contain.
//
// The test of a nondeterministic value, as in while (unknown()), is one step of the programs of DAGGER: a
// branch without a condition. Here it is a disequality of an input, hence two affine cases that differ only
// in the condition on the input. As separate edges, they would make the target a merge location, which
// refinement splits although both branches do the same.
#pragma once

#include "domain/affine_edge.h"

namespace pendulum::domain {

/// Projects each input away that occurs in no update, where this is possible without losing precision over
/// the integers and without more constraints. Then removes each case that differs from another only by more
/// constraints. Ensures: the cases together have the same steps as before.
std::vector<AffineCase> reduce_cases(std::vector<AffineCase> cases,
                                     const std::vector<program::Input>& inputs);

}  // namespace pendulum::domain
