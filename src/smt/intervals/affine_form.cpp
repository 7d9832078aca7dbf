#include "smt/intervals/affine_form.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/check.h"

namespace pendulum::smt {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
/// Products below this number may have residuals that type double does not represent.
constexpr double least_exact_product = 1e-280;
/// An upper bound of the residuals of such products.
constexpr double residual_of_small_product = 1e-290;

double up(double number) {
  return std::nextafter(number, infinity);
}
double down(double number) {
  return std::nextafter(number, -infinity);
}

/// The exact difference between a + b and its rounded value [Knuth, TwoSum]; NaN if the sum overflows.
double residual_of_sum(double a, double b, double sum) {
  const double part = sum - a;
  return (a - (sum - part)) + (b - part);
}
/// A number whose magnitude is at least the difference between a * b and its rounded value, with its sign;
/// NaN if the product overflows.
double residual_of_product(double a, double b, double product) {
  if (a == 0 || b == 0) return 0;
  if (std::abs(product) < least_exact_product) return residual_of_small_product;
  return std::fma(a, b, -product);
}

double sum_up(double a, double b) {
  const double sum = a + b;
  return residual_of_sum(a, b, sum) == 0 ? sum : up(sum);
}
double sum_down(double a, double b) {
  const double sum = a + b;
  return residual_of_sum(a, b, sum) == 0 ? sum : down(sum);
}
double product_up(double a, double b) {
  const double product = a * b;
  return residual_of_product(a, b, product) == 0 ? product : up(product);
}
double product_down(double a, double b) {
  const double product = a * b;
  return residual_of_product(a, b, product) == 0 ? product : down(product);
}

}  // namespace

double RealInterval::magnitude() const {
  return std::max(std::abs(low), std::abs(high));
}

double RealInterval::middle() const {
  return low / 2 + high / 2;
}

AffineForm AffineForm::constant(double number) {
  AffineForm result;
  result.center_ = number;
  return result;
}

AffineForm AffineForm::of_base(std::uint32_t base, RealInterval range) {
  AffineForm result;
  result.parts_.push_back({base, 1, range});
  return result;
}

void AffineForm::add_error(double amount) {
  error_ = amount == 0 ? error_ : sum_up(error_, std::abs(amount));
}

AffineForm AffineForm::negated() const {
  AffineForm result = *this;
  result.center_ = -center_;
  for (Part& part : result.parts_) part.coefficient = -part.coefficient;
  return result;
}

AffineForm AffineForm::plus(const AffineForm& other) const {
  AffineForm result;
  result.center_ = center_ + other.center_;
  result.error_ = sum_up(error_, other.error_);
  result.add_error(residual_of_sum(center_, other.center_, result.center_));
  auto a = parts_.begin();
  auto b = other.parts_.begin();
  while (a != parts_.end() || b != other.parts_.end()) {
    if (b == other.parts_.end() || (a != parts_.end() && a->base < b->base)) {
      result.parts_.push_back(*a++);
    } else if (a == parts_.end() || b->base < a->base) {
      result.parts_.push_back(*b++);
    } else {
      Part part = *a;
      part.coefficient = a->coefficient + b->coefficient;
      const double residual = residual_of_sum(a->coefficient, b->coefficient, part.coefficient);
      if (residual != 0) result.add_error(product_up(std::abs(residual), part.range.magnitude()));
      if (part.coefficient != 0) result.parts_.push_back(part);
      ++a;
      ++b;
    }
  }
  return result;
}

AffineForm AffineForm::times(double factor) const {
  AffineForm result = *this;
  result.center_ = center_ * factor;
  result.error_ = product_up(error_, std::abs(factor));
  result.add_error(residual_of_product(center_, factor, result.center_));
  for (Part& part : result.parts_) {
    const double coefficient = part.coefficient * factor;
    const double residual = residual_of_product(part.coefficient, factor, coefficient);
    if (residual != 0) result.add_error(product_up(std::abs(residual), part.range.magnitude()));
    part.coefficient = coefficient;
  }
  return result;
}

AffineForm AffineForm::plus(RealInterval interval) const {
  const double middle = interval.middle();
  AffineForm result = plus(constant(middle));
  result.add_error(std::max(sum_up(interval.high, -middle), sum_up(middle, -interval.low)));
  return result;
}

// With a = m + d and b = n + e: a * b = n * a + m * b - m * n + d * e.
AffineForm AffineForm::times(RealInterval range, const AffineForm& other, RealInterval other_range,
                             bool is_square) const {
  const double m = range.middle(), n = other_range.middle();
  const double d = std::max(sum_up(range.high, -m), sum_up(m, -range.low));
  const double e = std::max(sum_up(other_range.high, -n), sum_up(n, -other_range.low));
  const double rest = product_up(d, e);
  return times(n)
      .plus(other.times(m))
      .plus(constant(m).times(n).negated())
      .plus({is_square ? 0.0 : -rest, rest});
}

// For each s > 0, sqrt(x) - s * x is concave. Its least value in an interval is at a bound, its greatest
// value is at most 1 / (4 * s). The slope of the chord gives the smallest error.
AffineForm AffineForm::square_root(RealInterval range) const {
  PENDULUM_CHECK(range.low >= 0, "a square root should have an operand that is not negative");
  const double low = std::sqrt(range.low), high = std::sqrt(range.high);
  if (!(high > 0)) return constant(0);
  const double slope = 1 / (low + high);
  const double at_low = sum_down(down(low), -product_up(slope, range.low));
  const double at_high = sum_down(down(high), -product_up(slope, range.high));
  return times(slope).plus({std::min(at_low, at_high), up(up(0.25 / slope))});
}

RealInterval AffineForm::range() const {
  double low = sum_down(center_, -error_), high = sum_up(center_, error_);
  for (const Part& part : parts_) {
    const bool is_rising = part.coefficient >= 0;
    low = sum_down(low, product_down(part.coefficient, is_rising ? part.range.low : part.range.high));
    high = sum_up(high, product_up(part.coefficient, is_rising ? part.range.high : part.range.low));
  }
  return std::isfinite(low) && std::isfinite(high) ? RealInterval{low, high}
                                                   : RealInterval{-infinity, infinity};
}

}  // namespace pendulum::smt
