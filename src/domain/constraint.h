// Linear constraints over dimensions, with integer coefficients: what abstract elements are made of.
#pragma once

#include <gmpxx.h>

#include <compare>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pendulum::domain {

using Dimension = std::uint32_t;

/// sum of coefficient * dimension, plus constant. Dimensions ascend, no coefficient is zero.
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

  /// Coprime coefficients and, because all points that count are integers, the tightest constant.
  /// An equality without integer solution becomes 0 = 1.
  void normalize();
  /// At most two dimensions, with coefficients +-1 after normalize().
  bool is_octagonal() const;
  /// The inequalities that it stands for: one or two.
  std::vector<Constraint> inequalities() const;
  friend bool operator==(const Constraint&, const Constraint&) = default;
};

/// The integer points outside of an inequality: e >= 0 becomes e <= -1.
Constraint negation(const Constraint& inequality);
/// An order for sets; says nothing about the points.
bool is_before(const Constraint& a, const Constraint& b);
std::string to_string(const Constraint& constraint);

}  // namespace pendulum::domain
