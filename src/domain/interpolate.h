// Interpolants of disjoint elements by the procedures of DAGGER, section 4. The result I is a conjunction of
// constraints, each over variables that both elements constrain, with A <= I and I and E disjoint.
#pragma once

#include "domain/domain.h"

namespace pendulum::domain {

enum class Interpolation {
  Constraints,  ///< InterpolateOct and InterpolatePoly1: negated constraints of E that A implies
  Directions,   ///< InterpolateOct for polyhedra: bounds of sums and differences of two variables
  HalfSpace,    ///< one inequality, by Farkas' lemma (farkas.h)
  Projection,   ///< InterpolatePoly2: A on the common variables
};

/// Requires that a and e are disjoint and not bottom. Empty when the procedure finds none.
std::vector<Constraint> interpolate(const Domain& domain, const Element& a, const Element& e,
                                    Interpolation method);
/// The first of these procedures that finds one, in this order. The paper goes from the first to the last;
/// but projections have steeper and steeper slopes where a simple bound exists (in Fig. 1, y >= x), which the
/// paper attributes to interpolation as such, so the simple ones are tried in between.
std::vector<Constraint> interpolate(const Domain& domain, const Element& a, const Element& e);

}  // namespace pendulum::domain
