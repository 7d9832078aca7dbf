// Candidates for facts at locations: constants, bounds, relations between variables, affine equalities fitted
// to samples, and atoms of the program's terms. They are unproved: houdini.h keeps the inductive ones.
#pragma once

#include "facts/sampler.h"

namespace pendulum::facts {

/// Kinds of candidates by increasing cost of their proofs: values and equalities; comparisons of two
/// variables; comparisons with multiples.
enum class Tier { Values, Relations, Multiples };

/// Returns candidates for each location, each of them once: formulas over the variables that are live at the
/// location, which hold in all its samples. The only candidate of a location that no sample reached is
/// `false`. Entry and error have none. Requires: `samples` has a list for each location.
std::vector<term::TermVector> candidates(const program::Program& program, const Samples& samples, Tier tier);

}  // namespace pendulum::facts
