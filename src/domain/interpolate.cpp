#include "domain/interpolate.h"

#include <algorithm>
#include <set>

namespace pendulum::domain {

namespace {

std::set<Dimension> dimensions_of(const std::vector<Constraint>& constraints) {
  std::set<Dimension> result;
  for (const Constraint& constraint : constraints)
    for (const auto& [dimension, coefficient] : constraint.expression.coefficients) result.insert(dimension);
  return result;
}

/// InterpolateOct, lines 2-8, and InterpolatePoly1, lines 3-5. For octagons every expression e has its tight
/// bounds in E (all_constraints: the canonical form); for polyhedra the constraints of E are those of its
/// minimal system.
std::vector<Constraint> by_constraints(const Domain& domain, const Element& a, const Element& e) {
  std::vector<Constraint> result;
  for (const Constraint& constraint : domain.all_constraints(e)) {
    for (Constraint inequality : constraint.inequalities()) {
      inequality.normalize();
      const Constraint excluded = negation(inequality);
      if (domain.satisfies(a, excluded)) result.push_back(excluded);
    }
  }
  return result;
}

/// InterpolatePoly2.
std::vector<Constraint> by_projection(const Domain& domain, const Element& a, const Element& e) {
  const std::set<Dimension> in_a = dimensions_of(domain.constraints(a));
  const std::set<Dimension> in_e = dimensions_of(domain.constraints(e));
  std::vector<Step> steps;
  for (const Dimension dimension : in_a)
    if (!in_e.contains(dimension)) steps.push_back(step::forget(dimension));
  return domain.constraints(steps.empty() ? a : domain.apply(a, steps));
}

}  // namespace

std::vector<Constraint> interpolate(const Domain& domain, const Element& a, const Element& e,
                                    Interpolation method) {
  switch (method) {
    case Interpolation::Constraints:
      return by_constraints(domain, a, e);
    case Interpolation::Projection:
      return by_projection(domain, a, e);
  }
  return {};
}

std::vector<Constraint> interpolate(const Domain& domain, const Element& a, const Element& e) {
  std::vector<Constraint> result = by_constraints(domain, a, e);
  return result.empty() ? by_projection(domain, a, e) : result;
}

}  // namespace pendulum::domain
