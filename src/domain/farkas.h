// A half-space that separates two disjoint polyhedra, by Farkas' lemma: non-negative multiples of the
// constraints of both that add up to 0 >= 1. This is constraint-based interpolation (Rybalchenko,
// Sofronie-Stokkermans 2007), which DAGGER's section 4 names as future work. The linear program minimises the
// sum of the multiples, so few constraints take part.
#pragma once

#include <span>

#include "domain/constraint.h"

namespace pendulum::domain {

/// Returns an inequality that all points of `a` and no integer points of `e` satisfy: the negation of a
/// combination of the constraints of `e`. Returns nullopt if the rational sets intersect.
std::optional<Constraint> separate(std::size_t dimensions, std::span<const Constraint> a,
                                   std::span<const Constraint> e);

}  // namespace pendulum::domain
