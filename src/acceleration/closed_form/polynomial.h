// Bit-vector polynomials in the iteration j, which represent the values of variables in a loop:
//   p(j) = c0 + c1 * j + c2 * j(j-1)/2   modulo 2^w,
// where the coefficients are terms that do not depend on j. In this binomial basis, sums of linear terms are
// exact modulo 2^w and need no division: the recurrence x(j+1) = x(j) + b0 + b1 * j has the solution
// c0 = x(0), c1 = b0, c2 = b1 ([IMPULSE], equation (1)).
//
// The result of an extension or right shift, which are not arithmetic modulo 2^w, is a polynomial only as
// long as the argument does not wrap around. These premises are collected as terms over the coefficients and
// the number of iterations ([IMPULSE], section 3.4). An accelerator that requires them is an
// under-approximation.
#pragma once

#include <optional>

#include "term/traverse.h"

namespace pendulum::acceleration {

/// Iterations are counted in bit-vectors of this width.
inline constexpr std::uint32_t count_width = 32;

/// The coefficients are terms of the same width.
struct Polynomial {
  term::Term c0;
  term::Term c1;  ///< null: zero
  term::Term c2;  ///< null: zero

  std::uint32_t width() const { return c0.sort().width(); }
  /// The degree: 0, 1 or 2.
  unsigned degree() const { return c2 ? 2 : c1 ? 1 : 0; }
};

/// Arithmetic of polynomials, with the premises under which its results are correct.
class PolynomialArithmetic {
 public:
  /// Results are correct for j in [0, count), where `count` is a term of count_width bits.
  PolynomialArithmetic(term::TermManager& terms, term::Term count) : terms_(terms), count_(count) {}

  /// The term for p(j), where `j` has count_width bits.
  term::Term value(const Polynomial& p, term::Term j) const;
  /// p(j + distance) as a polynomial in j.
  Polynomial shifted(const Polynomial& p, unsigned distance) const;

  Polynomial add(const Polynomial& p, const Polynomial& q) const;
  Polynomial subtract(const Polynomial& p, const Polynomial& q) const;
  /// Returns nullopt if the degree of the product is greater than 2.
  std::optional<Polynomial> multiply(const Polynomial& p, const Polynomial& q) const;

  /// Applies the operator of the term `operation` to polynomials instead of its children. Returns nullopt if
  /// the result is not recognised as a polynomial. May add premises.
  std::optional<Polynomial> apply(term::Term operation, const std::vector<Polynomial>& arguments);

  /// Conditions over coefficients and count. All results of apply() are correct if they hold.
  const term::TermVector& premises() const { return premises_; }
  /// Removes all premises but the first `kept` and returns them. Serves to drop the premises of results that
  /// are not used.
  term::TermVector take_premises(std::size_t kept);

  /// Whether the values of a polynomial are unsigned or signed numbers.
  enum class Signedness { Unsigned, Signed };
  /// The integer value c0 + c1 * j as a signed bit-vector of `width` bits, where c0 is read according to
  /// `signedness` and c1 as a signed number. Requires: degree <= 1, width >= wide_width(p).
  term::Term wide_value(const Polynomial& p, Signedness signedness, term::Term j, std::uint32_t width) const;
  /// Number of bits in which the integer value does not overflow for any j of count_width bits.
  static std::uint32_t wide_width(const Polynomial& p);
  /// The condition that for all j < count the integer value is in the range of p's width. By linearity, it
  /// suffices to check the last iteration. Requires: degree <= 1, and count >= 1 in all models.
  term::Term never_wraps(const Polynomial& p, Signedness signedness) const;

  /// The condition number <= distance over unsigned numbers, which may have different widths.
  term::Term is_within(term::Term number, term::Term distance) const;

  term::TermManager& terms() const { return terms_; }
  term::Term count() const { return count_; }
  /// count - 1.
  term::Term last() const;

 private:
  /// Applies the function to each coefficient. Requires: the function maps zero to zero.
  template <typename Function>
  Polynomial map(const Polynomial& p, Function function) const;
  std::optional<Polynomial> extend(term::Term operation, const Polynomial& p, Signedness signedness);
  std::optional<Polynomial> extract(const Polynomial& p, std::uint32_t high, std::uint32_t low) const;
  std::optional<Polynomial> shift_right(const Polynomial& p, std::uint32_t bits);
  Polynomial scale(const Polynomial& p, term::Term factor) const;
  Polynomial concat_constant(const Polynomial& high, term::Term low) const;

  term::TermManager& terms_;
  term::Term count_;
  term::TermVector premises_;
};

/// The bit-vector `term`, zero-extended or truncated to `width` bits.
term::Term resize(term::TermManager& terms, term::Term term, std::uint32_t width);

}  // namespace pendulum::acceleration
