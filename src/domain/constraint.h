// Linear constraints over dimensions, with integer coefficients, of which abstract elements consist.
#pragma once

#include <gmpxx.h>

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pendulum::domain {

using Dimension = std::uint32_t;

/// Sum of coefficient * dimension, plus a constant. Dimensions are ascending, no coefficient is zero.
struct Expression {
  std::vector<std::pair<Dimension, mpz_class>> coefficients;
  mpz_class constant;

  mpz_class coefficient(Dimension dimension) const;
  void add(Dimension dimension, const mpz_class& coefficient);
  Expression negated() const;
  friend bool operator==(const Expression&, const Expression&) = default;
};

/// expression >= 0 or expression == 0.
struct Constraint {
  Expression expression;
  bool is_equality = false;

  /// Makes the coefficients coprime and, because only integer points matter, the constant as tight as
  /// possible. An equality without integer solution becomes 1 = 0.
  void normalize();
  /// At most two dimensions, with coefficients +-1 after normalize().
  bool is_octagonal() const;
  /// The equivalent inequalities: two for an equality, otherwise one.
  std::vector<Constraint> inequalities() const;
  friend bool operator==(const Constraint&, const Constraint&) = default;
};

/// The integer points that violate an inequality: e >= 0 becomes e <= -1.
Constraint negation(const Constraint& inequality);
/// A total order for containers; it is unrelated to the sets of points.
bool is_before(const Constraint& a, const Constraint& b);
/// Rewrites inequalities to as few variables as the equalities allow: with x + y = p, x + y >= 1 becomes
/// p >= 1. The result is sorted.
std::vector<Constraint> simplified(std::vector<Constraint> constraints);
std::string to_string(const Constraint& constraint);

}  // namespace pendulum::domain
