// Candidates for facts at locations: constants, bounds, relations between variables, affine equalities fitted
// to samples, and atoms of the program's terms. They are unproved: houdini.h keeps the inductive ones.
#pragma once

#include "facts/sampler.h"

namespace pendulum::facts {

/// Kinds of candidates by increasing cost of their proofs: values and equalities; comparisons of two
/// variables; comparisons with multiples.
enum class Tier { Values, Relations, Multiples };

/// Candidates per location that hold in all samples of the location; each once. `false` for a location that
/// no sample reached. Entry and error have none.
std::vector<term::TermVector> candidates(const program::Program& program, const Samples& samples, Tier tier);

}  // namespace pendulum::facts
