// A half-space between two disjoint polyhedra, by Farkas' lemma: non-negative multiples of the constraints of
// both that add up to 0 >= 1. Constraint-based interpolation (Rybalchenko, Sofronie-Stokkermans 2007), which
// DAGGER's section 4 names as future work. The linear program prefers small multiples, so few constraints
// take part.
#pragma once

#include <span>

#include "domain/constraint.h"

namespace pendulum::domain {

/// An inequality that all of `a` satisfies and no integer point of `e` does; as weak as that allows. Nothing
/// when the rational sets meet.
std::optional<Constraint> separate(std::size_t dimensions, std::span<const Constraint> a,
                                   std::span<const Constraint> e);

}  // namespace pendulum::domain
