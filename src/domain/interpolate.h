// Interpolants of disjoint elements by the procedures of DAGGER, section 4. The result I is a conjunction of
// constraints, each over variables that both elements constrain, with A <= I and I and E disjoint.
#pragma once

#include "domain/domain.h"

namespace pendulum::domain {

enum class Interpolation {
  Constraints,  ///< InterpolateOct and InterpolatePoly1: negated constraints of E that A implies
  Projection,   ///< InterpolatePoly2: A on the common variables
};

/// Requires that a and e are disjoint and not bottom. Empty when the procedure finds none.
std::vector<Constraint> interpolate(const Domain& domain, const Element& a, const Element& e,
                                    Interpolation method);
/// Constraints, and Projection where that finds none (section 4: "we first try ...").
std::vector<Constraint> interpolate(const Domain& domain, const Element& a, const Element& e);

}  // namespace pendulum::domain
