// Numerical abstract domains: closed convex polyhedra and octagons (PPL) with a common interface.
//
// An element represents the integer points of a convex set. Every operation over-approximates its result and
// is exact where the domain allows it; `is_exact` decides this for a step. Elements are immutable and
// inexpensive to copy.
//
// Operations on polyhedra can be exponential. Each operation has a budget in PPL's deterministic weights (not
// in seconds, so that runs are reproducible). If the budget is exhausted, the operation is repeated on
// octagons, and if these exceed it too, on boxes; the result is converted back. Soundness: each of these
// results contains the exact one; is_bottom and leq may return false if their budget is exhausted.
#pragma once

#include <memory>
#include <span>

#include "base/statistics.h"
#include "domain/constraint.h"

namespace pendulum::domain {

enum class DomainKind { Octagon, Polyhedron };
/// H79: Cousot, Halbwachs 1978/79; BHRZ03: Bagnara et al. 2003. Octagons always use BHMZ05.
enum class Widening { H79, BHRZ03 };

struct Options {
  DomainKind kind = DomainKind::Octagon;
  Widening widening = Widening::H79;
  unsigned long weight = 300'000;  ///< budget of one operation, in PPL's weights
};

struct Shape;

class Element {
 public:
  Element() = default;  ///< not an element; only for containers
  std::size_t num_dimensions() const;

 private:
  friend class Domain;
  explicit Element(std::shared_ptr<const Shape> shape) : shape_(std::move(shape)) {}
  std::shared_ptr<const Shape> shape_;
};

/// A step of a transfer function. (A struct instead of a variant: g++ 12 has false warnings about variants of
/// vectors.)
struct Step {
  enum class Operation {
    Embed,     ///< appends `number` unconstrained dimensions
    Trim,      ///< projects away the dimensions from `number` on
    Add,       ///< adds the constraint
    Assign,    ///< assigns the expression to dimension `number`
    Unassign,  ///< preimage of Assign
    Forget,    ///< havocs dimension `number`
  };
  Operation operation;
  std::size_t number = 0;
  Constraint constraint;  ///< of Add; for Assign and Unassign its expression is the value

  Dimension dimension() const { return static_cast<Dimension>(number); }
};

namespace step {
inline Step embed(std::size_t count) {
  return {Step::Operation::Embed, count, {}};
}
inline Step trim(std::size_t size) {
  return {Step::Operation::Trim, size, {}};
}
inline Step add(Constraint constraint) {
  return {Step::Operation::Add, 0, std::move(constraint)};
}
inline Step assign(Dimension dimension, Expression value) {
  return {Step::Operation::Assign, dimension, {std::move(value), false}};
}
inline Step forget(Dimension dimension) {
  return {Step::Operation::Forget, dimension, {}};
}
/// The step for the preimage: Assign becomes Unassign, all other steps are unchanged (Forget is its own
/// preimage).
inline Step backward(Step step) {
  if (step.operation == Step::Operation::Assign) step.operation = Step::Operation::Unassign;
  return step;
}
}  // namespace step

struct Interval {
  std::optional<mpz_class> low, high;  ///< nullopt: unbounded
};

class Domain {
 public:
  /// `statistics` counts fallbacks as domain.fallbacks_octagon and domain.fallbacks_box.
  Domain(const Options& options, base::Statistics& statistics);

  const Options& options() const { return options_; }

  Element top(std::size_t dimensions) const;
  Element bottom(std::size_t dimensions) const;
  /// The set of points that satisfy the constraints.
  Element from(std::size_t dimensions, std::span<const Constraint> constraints) const;
  /// A minimal system of constraints; an unsatisfiable one for bottom.
  std::vector<Constraint> constraints(const Element& element) const;
  /// For octagons: all implied bounds on single variables, sums and differences. For polyhedra:
  /// constraints().
  std::vector<Constraint> all_constraints(const Element& element) const;

  /// True if the element contains no integer point. Points are excluded by rounding constraints to integers,
  /// so the result may be false for an element without integer points.
  bool is_bottom(const Element& element) const;
  bool is_top(const Element& element) const;
  /// True if a is contained in b; may be false if the budget is exhausted.
  bool leq(const Element& a, const Element& b) const;
  bool is_disjoint(const Element& a, const Element& b) const { return is_bottom(meet(a, b)); }
  /// True if all integer points are shown to satisfy the constraint.
  bool satisfies(const Element& element, const Constraint& constraint) const;
  /// Bounds of an expression over the element, rounded inwards to integers.
  Interval bounds(const Element& element, const Expression& expression) const;
  Interval bounds(const Element& element, Dimension dimension) const;

  Element join(const Element& a, const Element& b) const;
  Element meet(const Element& a, const Element& b) const;
  /// The widening of a by b: contains both, and every chain of widenings is finite.
  Element widen(const Element& a, const Element& b) const;
  /// DAGGER, section 2: widening up to T keeps each constraint of T that both elements satisfy.
  Element widen_up_to(const Element& a, const Element& b, std::span<const Constraint> up_to) const;

  /// Applies the steps in order.
  Element apply(const Element& element, std::span<const Step> steps) const;
  /// True if `apply` is exact for this step over the rationals.
  bool is_exact(const Step& step) const;

 private:
  /// Runs an operation within the budget and falls back to coarser shapes.
  template <typename Operation>
  Element guarded(const Operation& operation, std::size_t dimensions) const;

  Options options_;
  base::Statistics& statistics_;
};

}  // namespace pendulum::domain
