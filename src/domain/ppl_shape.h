// Internal to the domain: the convex sets of PPL that represent elements, their conversion from and to
// constraints, and the steps of transfer functions on them. Only domain.cpp includes this header.
#pragma once

#include <ppl.hh>
#include <type_traits>
#include <variant>

#include "domain/domain.h"

namespace pendulum::domain {

namespace ppl = Parma_Polyhedra_Library;

using Octagon = ppl::Octagonal_Shape<mpz_class>;
using Polyhedron = ppl::C_Polyhedron;
using Box = ppl::Rational_Box;

struct Shape {
  std::variant<Octagon, Polyhedron> value;
};

class OutOfBudget : public ppl::Throwable {
 public:
  void throw_me() const override { throw *this; }
  int priority() const { return 0; }
};

/// During its lifetime PPL throws OutOfBudget when `weight` is exhausted.
class WeightLimit {
 public:
  explicit WeightLimit(unsigned long weight)
      : watch_(ppl::Weightwatch_Traits::compute_delta(weight, 0), ppl::abandon_expensive_computations,
               flag_) {}
  ~WeightLimit() { ppl::abandon_expensive_computations = nullptr; }
  WeightLimit(const WeightLimit&) = delete;
  WeightLimit& operator=(const WeightLimit&) = delete;

 private:
  OutOfBudget flag_;
  ppl::Threshold_Watcher<ppl::Weightwatch_Traits> watch_;
};

ppl::Constraint to_ppl(const Constraint& constraint);
/// The constraints without tautologies, sorted.
std::vector<Constraint> from_ppl(const ppl::Constraint_System& system);

// The templates are instantiated for Octagon, Polyhedron and Box.

/// Bounds of the expression over the shape, rounded inwards to integers.
template <typename S>
Interval bounds_of(const S& shape, const Expression& expression);

/// The points of `dimensions` dimensions that satisfy the constraints.
template <typename S>
S make_shape(std::size_t dimensions, std::span<const Constraint> constraints);

/// Applies a step to the shape.
template <typename S>
void apply_step(S& shape, const Step& step);

/// Converts by adding the constraints of the shape to a universe of type T; over-approximates the integer
/// points.
template <typename T, typename S>
T convert(const S& shape);

/// PPL completes its representations lazily inside of const functions, and an exception during this leaves an
/// object in an invalid state. So within a limit only copies are used (`on_copy`, `shape_of`), and results
/// are completed before they are shared (`settle`), which makes operations on copies inexpensive.
template <typename S>
void settle(const S& shape);

template <typename Function>
auto on_copy(const Shape& shape, const Function& function) {
  return std::visit(
      [&](const auto& value) {
        const auto copy = value;
        return function(copy);
      },
      shape.value);
}

template <typename T>
T shape_of(const Shape& shape) {
  return on_copy(shape, [](const auto& value) { return convert<T>(value); });
}

}  // namespace pendulum::domain
