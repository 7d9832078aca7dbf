#include "domain/domain.h"

#include <algorithm>

#include "base/check.h"
#include "domain/ppl_shape.h"

namespace pendulum::domain {

namespace {

void check_same_dimensions(const Element& a, const Element& b) {
  PENDULUM_CHECK(a.num_dimensions() == b.num_dimensions(),
                 "two elements should have the same number of dimensions, not {} and {}", a.num_dimensions(),
                 b.num_dimensions());
}

/// Checks that the expression is over the dimensions below `dimensions`. The dimensions are ascending.
void check_dimensions(const Expression& expression, std::size_t dimensions) {
  PENDULUM_CHECK(expression.coefficients.empty() || expression.coefficients.back().first < dimensions,
                 "an expression over {} dimensions should not contain dimension {}", dimensions,
                 expression.coefficients.back().first);
}

/// Checks that the step can be applied to an element of `dimensions` dimensions, and returns their number
/// after the step.
std::size_t dimensions_after(const Step& step, std::size_t dimensions) {
  switch (step.operation) {
    case Step::Operation::Embed:
      return dimensions + step.number;
    case Step::Operation::Trim:
      PENDULUM_CHECK(step.number <= dimensions, "{} dimensions should not be trimmed to {}", dimensions,
                     step.number);
      return step.number;
    case Step::Operation::Add:
      check_dimensions(step.constraint.expression, dimensions);
      return dimensions;
    case Step::Operation::Assign:
    case Step::Operation::Unassign:
      check_dimensions(step.constraint.expression, dimensions);
      [[fallthrough]];
    case Step::Operation::Forget:
      PENDULUM_CHECK(step.number < dimensions, "dimension {} should be one of {}", step.number, dimensions);
      return dimensions;
  }
  PENDULUM_UNREACHABLE();
}

std::shared_ptr<const Shape> share(std::variant<Octagon, Polyhedron> value) {
  return std::make_shared<const Shape>(Shape{std::move(value)});
}

}  // namespace

std::size_t Element::num_dimensions() const {
  PENDULUM_CHECK(shape_ != nullptr, "an element should be made by a domain");
  return std::visit([](const auto& value) { return value.space_dimension(); }, shape_->value);
}

Domain::Domain(const Options& options, base::Statistics& statistics)
    : options_(options), statistics_(statistics) {
  PENDULUM_CHECK(options.weight > 0, "the budget of an operation should not be empty");
}

std::uint64_t Domain::num_fallbacks() const {
  const auto count = [&](const char* name) {
    const auto found = statistics_.counters().find(name);
    return found == statistics_.counters().end() ? 0 : found->second;
  };
  return count("domain.fallbacks_octagon") + count("domain.fallbacks_box");
}

bool Domain::contains(const Element& a, const Element& b) {
  return std::visit(
      [&](const auto& value) {
        return value.contains(std::get<std::decay_t<decltype(value)>>(b.shape_->value));
      },
      a.shape_->value);
}

/// Calls `operation.template operator()<S>()`, which computes the result as an S: with polyhedra within the
/// budget, otherwise with octagons, then with boxes. Returns top if all exceed the budget.
template <typename Operation>
Element Domain::guarded(const Operation& operation, std::size_t dimensions) const {
  if (options_.kind == DomainKind::Polyhedron) {
    try {
      const WeightLimit limit(options_.weight);
      Polyhedron result = operation.template operator()<Polyhedron>();
      settle(result);
      return Element(share(std::move(result)));
    } catch (const OutOfBudget&) {
      ++statistics_.counter("domain.fallbacks_octagon");
    }
  }
  try {
    const WeightLimit limit(options_.weight);
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
    const WeightLimit limit(options_.weight);
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
  for (const Constraint& constraint : constraints) check_dimensions(constraint.expression, dimensions);
  return guarded([&]<typename S>() { return make_shape<S>(dimensions, constraints); }, dimensions);
}

std::vector<Constraint> Domain::constraints(const Element& element) const {
  try {
    const WeightLimit limit(options_.weight);
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
    const WeightLimit limit(options_.weight);
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
    const WeightLimit limit(options_.weight);
    return on_copy(*b.shape_, [&](const auto& value) {
      const std::decay_t<decltype(value)> other = std::get<std::decay_t<decltype(value)>>(a.shape_->value);
      return value.contains(other);
    });
  } catch (const OutOfBudget&) {
    return false;
  }
}

bool Domain::satisfies(const Element& element, const Constraint& constraint) const {
  check_dimensions(constraint.expression, element.num_dimensions());
  try {
    const WeightLimit limit(options_.weight);
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
  check_dimensions(expression, element.num_dimensions());
  try {
    const WeightLimit limit(options_.weight);
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
  [[maybe_unused]] const std::uint64_t before = num_fallbacks();
  Element joined = guarded(
      [&]<typename S>() {
        S result = shape_of<S>(*a.shape_);
        result.upper_bound_assign(shape_of<S>(*b.shape_));
        return result;
      },
      a.num_dimensions());
  PENDULUM_DCHECK(num_fallbacks() != before || (contains(joined, a) && contains(joined, b)),
                  "a join should contain both elements");
  return joined;
}

Element Domain::meet(const Element& a, const Element& b) const {
  check_same_dimensions(a, b);
  [[maybe_unused]] const std::uint64_t before = num_fallbacks();
  Element common = guarded(
      [&]<typename S>() {
        S result = shape_of<S>(*a.shape_);
        result.intersection_assign(shape_of<S>(*b.shape_));
        return result;
      },
      a.num_dimensions());
  PENDULUM_DCHECK(num_fallbacks() != before || (contains(a, common) && contains(b, common)),
                  "both elements should contain their meet");
  return common;
}

Element Domain::widen(const Element& a, const Element& b) const {
  check_same_dimensions(a, b);
  [[maybe_unused]] const std::uint64_t before = num_fallbacks();
  Element widened = guarded(
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
  PENDULUM_DCHECK(num_fallbacks() != before || (contains(widened, a) && contains(widened, b)),
                  "a widening should contain both elements");
  return widened;
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
  for (const Step& step : steps) dimensions = dimensions_after(step, dimensions);
  Element result = guarded(
      [&]<typename S>() {
        S shape = shape_of<S>(*element.shape_);
        for (const Step& step : steps) apply_step(shape, step);
        return shape;
      },
      dimensions);
  PENDULUM_CHECK(result.num_dimensions() == dimensions, "the result should have {} dimensions, not {}",
                 dimensions, result.num_dimensions());
  return result;
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
