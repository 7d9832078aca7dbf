#include "domain/constraint.h"

#include <algorithm>

#include "base/check.h"
#include "base/integer_math.h"

namespace pendulum::domain {

namespace {

auto position(auto& coefficients, Dimension dimension) {
  return std::ranges::lower_bound(coefficients, dimension, {}, [](const auto& entry) { return entry.first; });
}

}  // namespace

mpz_class Expression::coefficient(Dimension dimension) const {
  const auto found = position(coefficients, dimension);
  return found == coefficients.end() || found->first != dimension ? mpz_class(0) : found->second;
}

void Expression::add(Dimension dimension, const mpz_class& coefficient) {
  PENDULUM_DCHECK(std::ranges::is_sorted(coefficients, {}, &std::pair<Dimension, mpz_class>::first),
                  "dimensions should be ascending");
  if (coefficient == 0) return;
  const auto found = position(coefficients, dimension);
  if (found == coefficients.end() || found->first != dimension) {
    coefficients.emplace(found, dimension, coefficient);
    return;
  }
  found->second += coefficient;
  if (found->second == 0) coefficients.erase(found);
}

Expression Expression::negated() const {
  Expression result = *this;
  for (auto& [dimension, coefficient] : result.coefficients) coefficient = -coefficient;
  result.constant = -result.constant;
  return result;
}

void Constraint::normalize() {
  mpz_class divisor = 0;
  for (const auto& [dimension, coefficient] : expression.coefficients) divisor = gcd(divisor, coefficient);
  if (divisor == 0 || divisor == 1) return;
  if (is_equality && expression.constant % divisor != 0) {
    expression = Expression{{}, 1};
    return;
  }
  for (auto& [dimension, coefficient] : expression.coefficients) coefficient /= divisor;
  expression.constant = base::floor_quotient(expression.constant, divisor);
}

bool Constraint::is_octagonal() const {
  const auto& all = expression.coefficients;
  return all.size() <= 2 &&
         std::ranges::all_of(all, [](const auto& entry) { return abs(entry.second) == 1; });
}

std::vector<Constraint> Constraint::inequalities() const {
  if (!is_equality) return {*this};
  return {Constraint{expression, false}, Constraint{expression.negated(), false}};
}

Constraint negation(const Constraint& inequality) {
  PENDULUM_CHECK(!inequality.is_equality, "only inequalities should be negated");
  Constraint result{inequality.expression.negated(), false};
  result.expression.constant -= 1;
  return result;
}

bool is_before(const Constraint& a, const Constraint& b) {
  if (a.is_equality != b.is_equality) return a.is_equality;
  const auto& first = a.expression.coefficients;
  const auto& second = b.expression.coefficients;
  if (first != second) return first < second;
  return a.expression.constant < b.expression.constant;
}

namespace {

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
  PENDULUM_CHECK(result.expression.coefficient(dimension) == 0, "dimension {} should be eliminated",
                 dimension);
  result.normalize();
  return result;
}

}  // namespace

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

std::string to_string(const Constraint& constraint) {
  std::string text;
  for (const auto& [dimension, coefficient] : constraint.expression.coefficients)
    text += fmt::format("{}{}*d{}", text.empty() ? "" : " + ", coefficient.get_str(), dimension);
  if (text.empty()) text = "0";
  return fmt::format("{} {} {}", text, constraint.is_equality ? "=" : ">=",
                     mpz_class(-constraint.expression.constant).get_str());
}

}  // namespace pendulum::domain
