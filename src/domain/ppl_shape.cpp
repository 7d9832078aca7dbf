#include "domain/ppl_shape.h"

#include <algorithm>

#include "base/check.h"
#include "base/integer_math.h"

namespace pendulum::domain {

namespace {

/// PPL sets the rounding mode upward for computations on floating-point numbers. Pendulum does not use these,
/// and all other code needs the default mode.
const bool rounding_restored = [] {
  ppl::restore_pre_PPL_rounding();
  return true;
}();

ppl::Linear_Expression to_ppl(const Expression& expression) {
  ppl::Linear_Expression result(expression.constant);
  for (const auto& [dimension, coefficient] : expression.coefficients)
    result += coefficient * ppl::Variable(dimension);
  return result;
}

Constraint from_ppl(const ppl::Constraint& constraint) {
  PENDULUM_CHECK(!constraint.is_strict_inequality(), "elements should be closed sets");
  Constraint result;
  result.is_equality = constraint.is_equality();
  for (ppl::dimension_type i = 0; i < constraint.space_dimension(); ++i)
    result.expression.add(static_cast<Dimension>(i), constraint.coefficient(ppl::Variable(i)));
  result.expression.constant = constraint.inhomogeneous_term();
  return result;
}

}  // namespace

ppl::Constraint to_ppl(const Constraint& constraint) {
  const ppl::Linear_Expression left = to_ppl(constraint.expression);
  return constraint.is_equality ? left == 0 : left >= 0;
}

std::vector<Constraint> from_ppl(const ppl::Constraint_System& system) {
  std::vector<Constraint> result;
  for (const ppl::Constraint& constraint : system)
    if (!constraint.is_tautological()) result.push_back(from_ppl(constraint));
  std::ranges::sort(result, is_before);
  return result;
}

template <typename S>
Interval bounds_of(const S& shape, const Expression& expression) {
  Interval result;
  mpz_class numerator, denominator;
  bool is_attained = false;
  const ppl::Linear_Expression objective = to_ppl(expression);
  if (shape.maximize(objective, numerator, denominator, is_attained))
    result.high = base::floor_quotient(numerator, denominator);
  if (shape.minimize(objective, numerator, denominator, is_attained))
    result.low = -base::floor_quotient(-numerator, denominator);
  return result;
}

namespace {

/// The largest value of c * d over the shape; nullopt if it is unbounded.
template <typename S>
std::optional<mpz_class> largest(const S& shape, Dimension d, const mpz_class& c) {
  Expression expression;
  expression.add(d, c);
  return bounds_of(shape, expression).high;
}

/// Adds the octagonal consequences of a general constraint sum + constant >= 0: for each variable, and each
/// pair of variables with equal |coefficient|, the constraint in which all other summands have their maximum.
void refine_linearly(Octagon& octagon, const Constraint& inequality) {
  PENDULUM_CHECK(!inequality.is_equality, "an equality should be split into inequalities");
  const auto& all = inequality.expression.coefficients;
  std::vector<std::optional<mpz_class>> most;
  for (const auto& [dimension, coefficient] : all) most.push_back(largest(octagon, dimension, coefficient));
  std::vector<ppl::Constraint> found;
  const auto keep = [&](std::size_t i, std::size_t j) {
    Constraint part{{{}, inequality.expression.constant}, false};
    part.expression.add(all[i].first, all[i].second);
    if (j != i) part.expression.add(all[j].first, all[j].second);
    for (std::size_t k = 0; k < all.size(); ++k) {
      if (k == i || k == j) continue;
      if (!most[k]) return;
      part.expression.constant += *most[k];
    }
    part.normalize();
    found.push_back(to_ppl(part));
  };
  for (std::size_t i = 0; i < all.size(); ++i) {
    keep(i, i);
    for (std::size_t j = i + 1; j < all.size(); ++j)
      if (abs(all[i].second) == abs(all[j].second)) keep(i, j);
  }
  for (const ppl::Constraint& constraint : found) octagon.refine_with_constraint(constraint);
}

template <typename S>
void add(S& shape, Constraint constraint) {
  constraint.normalize();
  if constexpr (std::is_same_v<S, Octagon>) {
    if (!constraint.is_octagonal() && !shape.is_empty()) {
      for (const Constraint& inequality : constraint.inequalities()) refine_linearly(shape, inequality);
      return;
    }
  }
  shape.refine_with_constraint(to_ppl(constraint));
}

}  // namespace

template <typename S>
S make_shape(std::size_t dimensions, std::span<const Constraint> constraints) {
  S result(dimensions, ppl::UNIVERSE);
  for (const Constraint& constraint : constraints) add(result, constraint);
  return result;
}

template <typename S>
void apply_step(S& shape, const Step& step) {
  switch (step.operation) {
    case Step::Operation::Embed:
      shape.add_space_dimensions_and_embed(step.number);
      return;
    case Step::Operation::Trim:
      shape.remove_higher_space_dimensions(step.number);
      return;
    case Step::Operation::Add:
      add(shape, step.constraint);
      return;
    case Step::Operation::Assign:
      shape.affine_image(ppl::Variable(step.number), to_ppl(step.constraint.expression));
      return;
    case Step::Operation::Unassign:
      if (std::is_same_v<S, Octagon> && step.constraint.expression.coefficient(step.dimension()) == 0) {
        // PPL loses the equation x = e in this case. The preimage consists of the points of the element with
        // x = e, with x havocked afterwards.
        Constraint equation{step.constraint.expression, true};
        equation.expression.add(step.dimension(), -1);
        add(shape, equation);
        shape.unconstrain(ppl::Variable(step.number));
        return;
      }
      shape.affine_preimage(ppl::Variable(step.number), to_ppl(step.constraint.expression));
      return;
    case Step::Operation::Forget:
      shape.unconstrain(ppl::Variable(step.number));
      return;
  }
}

template <typename T, typename S>
T convert(const S& shape) {
  if constexpr (std::is_same_v<S, T>) {
    return shape;
  } else {
    T result(shape.space_dimension(), ppl::UNIVERSE);
    for (const ppl::Constraint& constraint : shape.constraints()) {
      if constexpr (std::is_same_v<T, Octagon>)
        add(result, from_ppl(constraint));
      else
        result.refine_with_constraint(constraint);
    }
    return result;
  }
}

template <typename S>
void settle(const S& shape) {
  if constexpr (std::is_same_v<S, Polyhedron>) {
    (void)shape.minimized_constraints();
    (void)shape.minimized_generators();
  } else {
    (void)shape.is_empty();
  }
}

template Interval bounds_of(const Octagon&, const Expression&);
template Interval bounds_of(const Polyhedron&, const Expression&);
template Octagon make_shape(std::size_t, std::span<const Constraint>);
template Polyhedron make_shape(std::size_t, std::span<const Constraint>);
template Box make_shape(std::size_t, std::span<const Constraint>);
template void apply_step(Octagon&, const Step&);
template void apply_step(Polyhedron&, const Step&);
template void apply_step(Box&, const Step&);
template Octagon convert(const Octagon&);
template Octagon convert(const Polyhedron&);
template Octagon convert(const Box&);
template Polyhedron convert(const Octagon&);
template Polyhedron convert(const Polyhedron&);
template Polyhedron convert(const Box&);
template Box convert(const Octagon&);
template Box convert(const Polyhedron&);
template void settle(const Octagon&);
template void settle(const Polyhedron&);

}  // namespace pendulum::domain
