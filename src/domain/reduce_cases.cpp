#include "domain/reduce_cases.h"

#include <algorithm>

#include "base/check.h"

namespace pendulum::domain {

namespace {

using term::Term;

bool is_equal(const LinearSum& a, const LinearSum& b) {
  return a.constant == b.constant && a.coefficients == b.coefficients;
}

bool is_equal(const LinearConstraint& a, const LinearConstraint& b) {
  return a.is_equality == b.is_equality && is_equal(a.sum, b.sum);
}

bool contains(const std::vector<LinearConstraint>& all, const LinearConstraint& constraint) {
  return std::ranges::any_of(all, [&](const LinearConstraint& other) { return is_equal(other, constraint); });
}

bool occurs(const LinearSum& sum, Term symbol) {
  return sum.coefficients.contains(symbol);
}

/// A constraint without symbols that holds.
bool is_trivial(const LinearConstraint& constraint) {
  if (!constraint.sum.coefficients.empty()) return false;
  return constraint.is_equality ? constraint.sum.constant == 0 : constraint.sum.constant >= 0;
}

/// Adds `factor` * `other` to the constraint such that the symbol disappears. Requires: both coefficients of
/// the symbol are 1 or -1; `other` is an equality, or both are inequalities and the signs differ.
LinearConstraint without(LinearConstraint constraint, const LinearConstraint& other, Term symbol) {
  const mpq_class factor = -constraint.sum.coefficient(symbol) / other.sum.coefficient(symbol);
  PENDULUM_DCHECK(other.is_equality || factor > 0, "{} should have different signs", symbol.to_string());
  constraint.sum.add(factor, other.sum);
  return constraint;
}

/// The projection of the constraints of a symbol, by substitution or by Fourier and Motzkin. Both are exact
/// over the integers, because the coefficients are 1 or -1.
std::vector<LinearConstraint> project(const std::vector<LinearConstraint>& constraints, Term symbol) {
  std::vector<LinearConstraint> result;
  const auto equality = std::ranges::find_if(constraints, &LinearConstraint::is_equality);
  if (equality != constraints.end()) {
    for (auto it = constraints.begin(); it != constraints.end(); ++it)
      if (it != equality) result.push_back(without(*it, *equality, symbol));
    return result;
  }
  for (const LinearConstraint& low : constraints)
    for (const LinearConstraint& high : constraints)
      if (low.sum.coefficient(symbol) > 0 && high.sum.coefficient(symbol) < 0)
        result.push_back(without(low, high, symbol));
  return result;
}

/// Projects the symbol away if the result is exact and not larger.
void eliminate(AffineCase& action, Term symbol) {
  for (const auto& [variable, value] : action.updates)
    if (occurs(value, symbol)) return;
  std::vector<LinearConstraint> with, others;
  for (const LinearConstraint& constraint : action.constraints)
    (occurs(constraint.sum, symbol) ? with : others).push_back(constraint);
  const auto is_unit = [&](const LinearConstraint& constraint) {
    return abs(constraint.sum.coefficient(symbol)) == 1;
  };
  if (!std::ranges::all_of(with, is_unit)) return;
  std::vector<LinearConstraint> projected = project(with, symbol);
  std::erase_if(projected, is_trivial);
  if (projected.size() > with.size()) return;
  action.constraints = std::move(others);
  for (LinearConstraint& constraint : projected)
    if (!contains(action.constraints, constraint)) action.constraints.push_back(std::move(constraint));
}

/// All steps of `narrow` are steps of `wide`.
bool is_within(const AffineCase& narrow, const AffineCase& wide) {
  const auto is_same = [](const auto& a, const auto& b) {
    return a.first == b.first && is_equal(a.second, b.second);
  };
  return std::ranges::equal(narrow.updates, wide.updates, is_same) &&
         std::ranges::all_of(wide.constraints, [&](const LinearConstraint& constraint) {
           return contains(narrow.constraints, constraint);
         });
}

}  // namespace

std::vector<AffineCase> reduce_cases(std::vector<AffineCase> cases,
                                     const std::vector<program::Input>& inputs) {
  std::vector<AffineCase> result;
  for (AffineCase& action : cases) {
    for (const program::Input& input : inputs) eliminate(action, input.symbol);
    const auto is_covered = [&](const AffineCase& other) { return is_within(action, other); };
    if (std::ranges::any_of(result, is_covered)) continue;
    std::erase_if(result, [&](const AffineCase& other) { return is_within(other, action); });
    result.push_back(std::move(action));
  }
  PENDULUM_CHECK(result.empty() == cases.empty(), "one of {} cases should remain", cases.size());
  return result;
}

}  // namespace pendulum::domain
