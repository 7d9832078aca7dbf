#include "domain/interpolate.h"

#include <algorithm>
#include <set>

#include "base/check.h"
#include "domain/farkas.h"

namespace pendulum::domain {

namespace {

std::set<Dimension> dimensions_of(const std::vector<Constraint>& constraints) {
  std::set<Dimension> result;
  for (const Constraint& constraint : constraints)
    for (const auto& [dimension, coefficient] : constraint.expression.coefficients) result.insert(dimension);
  return result;
}

/// InterpolateOct, lines 2-8, and InterpolatePoly1, lines 3-5. For octagons, E contains the tight bounds of
/// every expression e (all_constraints: the canonical form); for polyhedra the constraints of E are those of
/// its minimal system.
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

/// InterpolateOct on the octagonal hulls of two polyhedra. Only variables that E constrains can separate
/// them.
std::vector<Constraint> by_directions(const Domain& domain, const Element& a, const Element& e) {
  std::vector<Constraint> result;
  const auto try_direction = [&](const Expression& expression) {
    const Interval of_e = domain.bounds(e, expression);
    if (!of_e.low) return;
    const Interval of_a = domain.bounds(a, expression);
    if (!of_a.high || *of_a.high >= *of_e.low) return;
    Constraint excluded{expression.negated(), false};  // expression <= low(E) - 1
    excluded.expression.constant += *of_e.low - 1;
    result.push_back(std::move(excluded));
  };
  const std::set<Dimension> in_e = dimensions_of(domain.constraints(e));
  for (auto first = in_e.begin(); first != in_e.end(); ++first) {
    for (const int sign : {1, -1}) {
      Expression expression;
      expression.add(*first, sign);
      try_direction(expression);
      for (auto second = std::next(first); second != in_e.end(); ++second) {
        for (const int other : {1, -1}) {
          Expression pair = expression;
          pair.add(*second, other);
          try_direction(pair);
        }
      }
    }
  }
  return result;
}

std::vector<Constraint> by_half_space(const Domain& domain, const Element& a, const Element& e) {
  const auto found = separate(a.num_dimensions(), domain.constraints(a), domain.constraints(e));
  if (!found || !domain.satisfies(a, *found)) return {};
  return {*found};
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

/// Returns whether the constraints are over dimensions that both elements constrain. Used only in debug
/// builds.
[[maybe_unused]] bool is_over_common(const std::vector<Constraint>& constraints, const Domain& domain,
                                     const Element& a, const Element& e) {
  const std::set<Dimension> in_a = dimensions_of(domain.constraints(a));
  const std::set<Dimension> in_e = dimensions_of(domain.constraints(e));
  return std::ranges::all_of(dimensions_of(constraints), [&](Dimension dimension) {
    return in_a.contains(dimension) && in_e.contains(dimension);
  });
}

std::vector<Constraint> interpolant_by(Interpolation method, const Domain& domain, const Element& a,
                                       const Element& e) {
  switch (method) {
    case Interpolation::Constraints:
      return by_constraints(domain, a, e);
    case Interpolation::Directions:
      return by_directions(domain, a, e);
    case Interpolation::HalfSpace:
      return by_half_space(domain, a, e);
    case Interpolation::Projection:
      return by_projection(domain, a, e);
  }
  PENDULUM_UNREACHABLE();
}

}  // namespace

std::vector<Constraint> interpolate(const Domain& domain, const Element& a, const Element& e,
                                    Interpolation method) {
  PENDULUM_CHECK(a.num_dimensions() == e.num_dimensions(),
                 "elements to interpolate should have the same dimensions");
  PENDULUM_DCHECK(!domain.is_bottom(a) && !domain.is_bottom(e),
                  "elements to interpolate should not be bottom");
  PENDULUM_DCHECK(domain.is_disjoint(a, e), "elements to interpolate should be disjoint");
  std::vector<Constraint> result = interpolant_by(method, domain, a, e);
  PENDULUM_DCHECK(is_over_common(result, domain, a, e), "an interpolant should be over common dimensions");
  return result;
}

std::vector<Constraint> interpolate(const Domain& domain, const Element& a, const Element& e,
                                    InterpolationOrder order) {
  std::vector<Interpolation> methods{Interpolation::Constraints};
  if (order == InterpolationOrder::Extended)
    methods.insert(methods.end(), {Interpolation::Directions, Interpolation::HalfSpace});
  for (const Interpolation method : methods) {
    std::vector<Constraint> result = interpolate(domain, a, e, method);
    if (!result.empty()) return result;
  }
  return interpolate(domain, a, e, Interpolation::Projection);
}

}  // namespace pendulum::domain
