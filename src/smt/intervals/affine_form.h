// Affine forms: real numbers as linear combinations of the values of base terms, with an absolute error.
//
// Interval arithmetic forgets that two operands depend on the same number: for x in [1, 100] it bounds
// (x + 1) - x by [-98, 100]. An affine form keeps the dependency [Figueiredo and Stolfi, Affine arithmetic:
// concepts and applications, Numerical Algorithms 37, 2004]. Here the bases are terms, and everything that is
// not linear is part of one error bound per form, unlike there.
//
// Soundness: coefficients are numbers of type double. Their rounding errors are computed exactly by
// error-free transformations, or bounded, and added to the error.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace pendulum::smt {

/// A closed interval of real numbers.
struct RealInterval {
  double low;
  double high;

  double magnitude() const;
  double middle() const;
};

/// The real number center + sum(coefficient * value of base) + e with |e| <= error.
class AffineForm {
 public:
  static AffineForm constant(double number);
  static AffineForm of_base(std::uint32_t base, RealInterval range);

  AffineForm negated() const;
  AffineForm plus(const AffineForm& other) const;
  AffineForm times(double factor) const;
  /// The number plus some number of the interval.
  AffineForm plus(RealInterval interval) const;
  /// The product, where `range` and `other_range` contain the numbers. `is_square`: both are the same number.
  AffineForm times(RealInterval range, const AffineForm& other, RealInterval other_range,
                   bool is_square) const;
  /// The square root. Requires: `range` contains the number, and 0 <= range.low.
  AffineForm square_root(RealInterval range) const;

  /// Bounds of the number; infinite if nothing is known.
  RealInterval range() const;
  bool is_small() const { return parts_.size() <= max_parts; }

 private:
  static constexpr std::size_t max_parts = 12;
  struct Part {
    std::uint32_t base;
    double coefficient;
    RealInterval range;  ///< of the base
  };

  void add_error(double amount);

  std::vector<Part> parts_;  ///< ordered by base
  double center_ = 0;
  double error_ = 0;
};

}  // namespace pendulum::smt
