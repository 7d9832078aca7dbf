// Guesses of facts at locations: constants, bounds, relations between variables, affine equalities fitted to
// samples, atoms of the program's guards. Guesses only: houdini.h keeps what is inductive, the judge decides.
#pragma once

#include "facts/sampler.h"

namespace pendulum::facts {

/// From cheap to prove to dear: values and equalities; comparisons of two variables; multiples.
enum class Tier { Values, Relations, Multiples };

/// Candidates per location, none refuted by its samples; ordered, without duplicates.
std::vector<term::TermVector> candidates(const program::Program& program, const Samples& samples, Tier tier);

}  // namespace pendulum::facts
