// The only file that uses PPL's shapes.
#include "domain/domain.h"

#include <algorithm>
#include <ppl.hh>
#include <variant>

#include "base/check.h"
#include "base/integer_math.h"

namespace pendulum::domain {

namespace ppl = Parma_Polyhedra_Library;

using Octagon = ppl::Octagonal_Shape<mpz_class>;
using Polyhedron = ppl::C_Polyhedron;
using Box = ppl::Rational_Box;

struct Shape {
  std::variant<Octagon, Polyhedron> value;
};

namespace {

/// PPL sets the rounding mode upward for computations on floating-point numbers. Pendulum does not use these,
/// and all other code needs the default mode.
const bool rounding_restored = [] {
  ppl::restore_pre_PPL_rounding();
  return true;
}();

class OutOfBudget : public ppl::Throwable {
 public:
  void throw_me() const override { throw *this; }
  int priority() const { return 0; }
};

/// During its lifetime PPL throws OutOfBudget when `weight` is exhausted.
class Budget {
 public:
  explicit Budget(unsigned long weight)
      : watch_(ppl::Weightwatch_Traits::compute_delta(weight, 0), ppl::abandon_expensive_computations,
               flag_) {}
  ~Budget() { ppl::abandon_expensive_computations = nullptr; }
  Budget(const Budget&) = delete;
  Budget& operator=(const Budget&) = delete;

 private:
  OutOfBudget flag_;
  ppl::Threshold_Watcher<ppl::Weightwatch_Traits> watch_;
};

ppl::Linear_Expression to_ppl(const Expression& expression) {
  ppl::Linear_Expression result(expression.constant);
  for (const auto& [dimension, coefficient] : expression.coefficients)
    result += coefficient * ppl::Variable(dimension);
  return result;
}

ppl::Constraint to_ppl(const Constraint& constraint) {
  const ppl::Linear_Expression left = to_ppl(constraint.expression);
  return constraint.is_equality ? left == 0 : left >= 0;
}

Constraint from_ppl(const ppl::Constraint& constraint) {
  Constraint result;
  result.is_equality = constraint.is_equality();
  for (ppl::dimension_type i = 0; i < constraint.space_dimension(); ++i)
    result.expression.add(static_cast<Dimension>(i), constraint.coefficient(ppl::Variable(i)));
  result.expression.constant = constraint.inhomogeneous_term();
  return result;
}

std::vector<Constraint> from_ppl(const ppl::Constraint_System& system) {
  std::vector<Constraint> result;
  for (const ppl::Constraint& constraint : system)
    if (!constraint.is_tautological()) result.push_back(from_ppl(constraint));
  std::ranges::sort(result, is_before);
  return result;
}

/// A positive multiple of `inequality` plus a multiple of `equality` such that `dimension` cancels out.
Constraint eliminate(const Constraint& inequality, const Constraint& equality, Dimension dimension) {
  const mpz_class a = inequality.expression.coefficient(dimension);
  const mpz_class b = equality.expression.coefficient(dimension);
  PENDULUM_CHECK(b != 0, "the equality should contain dimension {}", dimension);
  const mpz_class factor = b > 0 ? mpz_class(-a) : a;
  const mpz_class scale = abs(b);
  Constraint result;
  result.expression.constant = scale * inequality.expression.constant + factor * equality.expression.constant;
  for (const auto& [d, coefficient] : inequality.expression.coefficients)
    result.expression.add(d, scale * coefficient);
  for (const auto& [d, coefficient] : equality.expression.coefficients)
    result.expression.add(d, factor * coefficient);
  result.normalize();
  return result;
}

/// Rewrites inequalities to as few variables as the equalities allow: with x + y = p, x + y >= 1 becomes p >=
/// 1.
std::vector<Constraint> simplified(std::vector<Constraint> constraints) {
  for (Constraint& inequality : constraints) {
    if (inequality.is_equality) continue;
    for (const Constraint& equality : constraints) {
      if (!equality.is_equality) continue;
      Constraint best = inequality;
      for (const auto& [dimension, coefficient] : inequality.expression.coefficients) {
        if (equality.expression.coefficient(dimension) == 0) continue;
        Constraint other = eliminate(inequality, equality, dimension);
        if (other.expression.coefficients.size() < best.expression.coefficients.size())
          best = std::move(other);
      }
      inequality = std::move(best);
    }
  }
  std::ranges::sort(constraints, is_before);
  return constraints;
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

template <typename S>
S make(std::size_t dimensions, std::span<const Constraint> constraints) {
  S result(dimensions, ppl::UNIVERSE);
  for (const Constraint& constraint : constraints) add(result, constraint);
  return result;
}

template <typename S>
void run(S& shape, const Step& step) {
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

/// Converts by adding the constraints of the shape to a universe of the other type; over-approximates.
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

/// PPL completes its representations lazily inside of const functions, and an exception during this leaves an
/// object in an invalid state. So within a budget only copies are used (`on_copy`, `shape_of`), and results
/// are completed before they are shared (`settle`), which makes operations on copies inexpensive.
template <typename S>
void settle(const S& shape) {
  if constexpr (std::is_same_v<S, Polyhedron>) {
    (void)shape.minimized_constraints();
    (void)shape.minimized_generators();
  } else {
    (void)shape.is_empty();
  }
}

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

void check_same_dimensions(const Element& a, const Element& b) {
  PENDULUM_CHECK(a.num_dimensions() == b.num_dimensions(),
                 "two elements should have the same number of dimensions, not {} and {}", a.num_dimensions(),
                 b.num_dimensions());
}

std::shared_ptr<const Shape> share(std::variant<Octagon, Polyhedron> value) {
  return std::make_shared<const Shape>(Shape{std::move(value)});
}

}  // namespace

std::size_t Element::num_dimensions() const {
  return std::visit([](const auto& value) { return value.space_dimension(); }, shape_->value);
}

Domain::Domain(const Options& options, base::Statistics& statistics)
    : options_(options), statistics_(statistics) {}

/// Calls `operation.template operator()<S>()`, which computes the result as an S: with polyhedra within the
/// budget, otherwise with octagons, then with boxes. Returns top if all exceed the budget.
template <typename Operation>
Element Domain::guarded(const Operation& operation, std::size_t dimensions) const {
  if (options_.kind == DomainKind::Polyhedron) {
    try {
      const Budget budget(options_.weight);
      Polyhedron result = operation.template operator()<Polyhedron>();
      settle(result);
      return Element(share(std::move(result)));
    } catch (const OutOfBudget&) {
      ++statistics_.counter("domain.fallbacks_octagon");
    }
  }
  try {
    const Budget budget(options_.weight);
    Octagon result = operation.template operator()<Octagon>();
    settle(result);
    if (options_.kind == DomainKind::Octagon) return Element(share(std::move(result)));
    Polyhedron converted = convert<Polyhedron>(result);
    settle(converted);
    return Element(share(std::move(converted)));
  } catch (const OutOfBudget&) {
    ++statistics_.counter("domain.fallbacks_box");
  }
  try {
    const Budget budget(options_.weight);
    const Box box = operation.template operator()<Box>();
    if (options_.kind == DomainKind::Octagon) {
      Octagon converted = convert<Octagon>(box);
      settle(converted);
      return Element(share(std::move(converted)));
    }
    Polyhedron converted = convert<Polyhedron>(box);
    settle(converted);
    return Element(share(std::move(converted)));
  } catch (const OutOfBudget&) {
    return top(dimensions);
  }
}

Element Domain::top(std::size_t dimensions) const {
  if (options_.kind == DomainKind::Octagon) return Element(share(Octagon(dimensions, ppl::UNIVERSE)));
  return Element(share(Polyhedron(dimensions, ppl::UNIVERSE)));
}

Element Domain::bottom(std::size_t dimensions) const {
  if (options_.kind == DomainKind::Octagon) return Element(share(Octagon(dimensions, ppl::EMPTY)));
  return Element(share(Polyhedron(dimensions, ppl::EMPTY)));
}

Element Domain::from(std::size_t dimensions, std::span<const Constraint> constraints) const {
  return guarded([&]<typename S>() { return make<S>(dimensions, constraints); }, dimensions);
}

std::vector<Constraint> Domain::constraints(const Element& element) const {
  try {
    const Budget budget(options_.weight);
    return simplified(
        on_copy(*element.shape_, [](const auto& value) { return from_ppl(value.minimized_constraints()); }));
  } catch (const OutOfBudget&) {
    ++statistics_.counter("domain.fallbacks_octagon");
    return on_copy(*element.shape_, [](const auto& value) { return from_ppl(value.constraints()); });
  }
}

std::vector<Constraint> Domain::all_constraints(const Element& element) const {
  const Octagon* octagon = std::get_if<Octagon>(&element.shape_->value);
  if (octagon == nullptr || octagon->is_empty()) return constraints(element);
  return from_ppl(octagon->constraints());
}

bool Domain::is_bottom(const Element& element) const {
  try {
    const Budget budget(options_.weight);
    return on_copy(*element.shape_, [](const auto& value) {
      if (value.is_empty()) return true;
      auto integral = value;
      integral.drop_some_non_integer_points(ppl::POLYNOMIAL_COMPLEXITY);
      return integral.is_empty();
    });
  } catch (const OutOfBudget&) {
    ++statistics_.counter("domain.fallbacks_octagon");
    // Soundness: an over-approximation of the element is empty only if the element is empty.
    if (options_.kind == DomainKind::Octagon) return false;
    return shape_of<Octagon>(*element.shape_).is_empty();
  }
}

bool Domain::is_top(const Element& element) const {
  return std::visit([](const auto& value) { return value.is_universe(); }, element.shape_->value);
}

bool Domain::leq(const Element& a, const Element& b) const {
  check_same_dimensions(a, b);
  try {
    const Budget budget(options_.weight);
    return on_copy(*b.shape_, [&](const auto& value) {
      const std::decay_t<decltype(value)> other = std::get<std::decay_t<decltype(value)>>(a.shape_->value);
      return value.contains(other);
    });
  } catch (const OutOfBudget&) {
    return false;
  }
}

bool Domain::satisfies(const Element& element, const Constraint& constraint) const {
  try {
    const Budget budget(options_.weight);
    const bool is_included = on_copy(*element.shape_, [&](const auto& value) {
      return value.relation_with(to_ppl(constraint)).implies(ppl::Poly_Con_Relation::is_included());
    });
    if (is_included || constraint.is_equality || options_.kind == DomainKind::Octagon) return is_included;
    // All integer points may satisfy the constraint even if some rational points do not.
    const Interval interval =
        on_copy(*element.shape_, [&](const auto& value) { return bounds_of(value, constraint.expression); });
    return interval.low && *interval.low >= 0;
  } catch (const OutOfBudget&) {
    return false;
  }
}

Interval Domain::bounds(const Element& element, const Expression& expression) const {
  try {
    const Budget budget(options_.weight);
    return on_copy(*element.shape_, [&](const auto& value) { return bounds_of(value, expression); });
  } catch (const OutOfBudget&) {
    return {};
  }
}

Interval Domain::bounds(const Element& element, Dimension dimension) const {
  Expression expression;
  expression.add(dimension, 1);
  return bounds(element, expression);
}

Element Domain::join(const Element& a, const Element& b) const {
  check_same_dimensions(a, b);
  return guarded(
      [&]<typename S>() {
        S result = shape_of<S>(*a.shape_);
        result.upper_bound_assign(shape_of<S>(*b.shape_));
        return result;
      },
      a.num_dimensions());
}

Element Domain::meet(const Element& a, const Element& b) const {
  check_same_dimensions(a, b);
  return guarded(
      [&]<typename S>() {
        S result = shape_of<S>(*a.shape_);
        result.intersection_assign(shape_of<S>(*b.shape_));
        return result;
      },
      a.num_dimensions());
}

Element Domain::widen(const Element& a, const Element& b) const {
  check_same_dimensions(a, b);
  return guarded(
      [&]<typename S>() {
        const S first = shape_of<S>(*a.shape_);
        S result = shape_of<S>(*b.shape_);
        result.upper_bound_assign(first);
        if constexpr (std::is_same_v<S, Polyhedron>) {
          if (options_.widening == Widening::H79)
            result.H79_widening_assign(first);
          else
            result.BHRZ03_widening_assign(first);
        } else if constexpr (std::is_same_v<S, Octagon>) {
          result.BHMZ05_widening_assign(first);
        } else {
          result.CC76_widening_assign(first);
        }
        return result;
      },
      a.num_dimensions());
}

Element Domain::widen_up_to(const Element& a, const Element& b, std::span<const Constraint> up_to) const {
  std::vector<Step> kept;
  for (const Constraint& constraint : up_to)
    if (satisfies(a, constraint) && satisfies(b, constraint)) kept.push_back(step::add(constraint));
  const Element widened = widen(a, b);
  return kept.empty() ? widened : apply(widened, kept);
}

Element Domain::apply(const Element& element, std::span<const Step> steps) const {
  std::size_t dimensions = element.num_dimensions();
  for (const Step& step : steps) {
    if (step.operation == Step::Operation::Embed) dimensions += step.number;
    if (step.operation == Step::Operation::Trim) dimensions = step.number;
  }
  return guarded(
      [&]<typename S>() {
        S result = shape_of<S>(*element.shape_);
        for (const Step& step : steps) run(result, step);
        return result;
      },
      dimensions);
}

bool Domain::is_exact(const Step& step) const {
  if (options_.kind == DomainKind::Polyhedron) return true;
  const auto& all = step.constraint.expression.coefficients;
  switch (step.operation) {
    case Step::Operation::Embed:
    case Step::Operation::Trim:
    case Step::Operation::Forget:
      return true;
    case Step::Operation::Add: {
      Constraint constraint = step.constraint;
      constraint.normalize();
      return constraint.is_octagonal();
    }
    case Step::Operation::Assign:
    case Step::Operation::Unassign:
      return all.empty() || (all.size() == 1 && abs(all[0].second) == 1);
  }
  PENDULUM_UNREACHABLE();
}

}  // namespace pendulum::domain
