// Numerical abstract domains: closed convex polyhedra and octagons (PPL) behind one small interface.
//
// An element stands for the integer points of a convex set. Everything is an over-approximation of that set,
// and exact where the domain allows it; `is_exact` says where. Elements are immutable and cheap to copy.
//
// Operations on polyhedra can be exponential. Each has a budget of PPL's deterministic weights (not of
// seconds, so that runs can be repeated); when it is used up the operation is done on octagons, and if that
// is too much on boxes, and the result is a polyhedron again. Soundness: each of these contains the exact
// result; is_bottom and leq answer no when their budget is used up.
#pragma once

#include <memory>
#include <span>

#include "base/statistics.h"
#include "domain/constraint.h"

namespace pendulum::domain {

enum class Kind { Octagon, Polyhedron };
/// H79: Cousot, Halbwachs 1978/79; BHRZ03: Bagnara et al. 2003. Octagons have one (BHMZ05).
enum class Widening { H79, BHRZ03 };

struct Options {
  Kind kind = Kind::Octagon;
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

/// A step of a transfer function. (A struct and no variant: g++ 12 warns wrongly about variants of vectors.)
struct Step {
  enum class Operation {
    Embed,     ///< `number` new dimensions at the end, unconstrained
    Trim,      ///< projects the dimensions from `number` on away
    Add,       ///< the constraint
    Assign,    ///< dimension `number` becomes the expression
    Unassign,  ///< the points that Assign takes into the element
    Forget,    ///< dimension `number` becomes anything
  };
  Operation operation;
  std::size_t number = 0;
  Constraint constraint;  ///< Add; for Assign and Unassign its expression is the value

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
/// The step backwards, for Assign; Forget is its own.
inline Step backward(Step step) {
  if (step.operation == Step::Operation::Assign) step.operation = Step::Operation::Unassign;
  return step;
}
}  // namespace step

struct Interval {
  std::optional<mpz_class> low, high;  ///< nothing: unbounded
};

class Domain {
 public:
  /// Counts domain.fallbacks_octagon and domain.fallbacks_box in `statistics`.
  Domain(const Options& options, base::Statistics& statistics);

  const Options& options() const { return options_; }

  Element top(std::size_t dimensions) const;
  Element bottom(std::size_t dimensions) const;
  Element from(std::size_t dimensions, std::span<const Constraint> constraints) const;
  /// A minimal system; bottom gives 0 = 1.
  std::vector<Constraint> constraints(const Element& element) const;
  /// Octagons: every bound that they imply on one variable, a sum or a difference.
  std::vector<Constraint> all_constraints(const Element& element) const;

  /// No integer point, as far as rounding constraints to integers shows it.
  bool is_bottom(const Element& element) const;
  bool is_top(const Element& element) const;
  bool leq(const Element& a, const Element& b) const;
  bool is_disjoint(const Element& a, const Element& b) const { return is_bottom(meet(a, b)); }
  /// All integer points satisfy it; no when that is not seen.
  bool satisfies(const Element& element, const Constraint& constraint) const;
  /// Bounds of an expression over the element, rounded to integers inwards.
  Interval bounds(const Element& element, const Expression& expression) const;
  Interval bounds(const Element& element, Dimension dimension) const;

  Element join(const Element& a, const Element& b) const;
  Element meet(const Element& a, const Element& b) const;
  /// a widened by b: contains both; every chain of such results is finite.
  Element widen(const Element& a, const Element& b) const;
  /// DAGGER, section 2: widening up to T keeps each constraint of T that both satisfy.
  Element widen_up_to(const Element& a, const Element& b, std::span<const Constraint> up_to) const;

  Element apply(const Element& element, std::span<const Step> steps) const;
  /// Does `apply` lose nothing (over the rationals) with this step?
  bool is_exact(const Step& step) const;

 private:
  template <typename Operation>
  Element guarded(const Operation& operation, std::size_t dimensions) const;

  Options options_;
  base::Statistics& statistics_;
};

}  // namespace pendulum::domain
