// Interpolants of two disjoint elements A and E by the procedures of DAGGER, section 4. The result I is a
// conjunction of constraints with A <= I and I and E disjoint. Each constraint is over variables that both
// elements constrain.
#pragma once

#include "domain/domain.h"

namespace pendulum::domain {

enum class Interpolation {
  Constraints,  ///< InterpolateOct and InterpolatePoly1: negated constraints of E that A implies
  Directions,   ///< InterpolateOct for polyhedra: bounds of sums and differences of two variables
  HalfSpace,    ///< one inequality, by Farkas' lemma (farkas.h)
  Projection,   ///< InterpolatePoly2: A on the common variables
};

/// Requires: a and e are disjoint and not bottom. The result is empty if the method finds no interpolant.
std::vector<Constraint> interpolate(const Domain& domain, const Element& a, const Element& e,
                                    Interpolation method);

/// The methods that are tried until one finds an interpolant.
enum class InterpolationOrder {
  Paper,     ///< Constraints, Projection
  Extended,  ///< all, in the order of the enumeration
};

/// The interpolant of the first method that finds one. Projections yield steeper and steeper slopes where a
/// simple bound exists (in Fig. 1, y >= x), which the paper attributes to interpolation as such, so the
/// extended order tries two other methods before projection.
std::vector<Constraint> interpolate(const Domain& domain, const Element& a, const Element& e,
                                    InterpolationOrder order);

}  // namespace pendulum::domain
