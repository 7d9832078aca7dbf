// Polynomials in the number of an iteration, over bit-vectors: the values that variables take in a loop.
//
// p(j) = c0 + c1 * j + c2 * j(j-1)/2 modulo 2^w, where the coefficients do not depend on j. The binomial
// basis makes sums of linear terms exact: x(j+1) = x(j) + b0 + b1 * j has the solution c0 = x(0), c1 = b0, c2
// = b1
// ([IMPULSE], equation (1)), modulo 2^w and without division.
//
// Operations that are not arithmetic modulo 2^w (extensions, shifts to the right) are polynomials only as
// long as their argument does not wrap around. Such premises are collected as terms over the number of
// iterations
// ([IMPULSE], section 3.4): an accelerator that assumes them is an under-approximation.
#pragma once

#include <optional>

#include "term/traverse.h"

namespace pendulum::acceleration {

/// Iterations are counted in bit-vectors of this width.
inline constexpr std::uint32_t count_width = 32;

struct Polynomial {
  term::Term c0;
  term::Term c1;  ///< null: zero
  term::Term c2;  ///< null: zero

  std::uint32_t width() const { return c0.sort().width(); }
  /// 0, 1 or 2.
  unsigned degree() const { return c2 ? 2 : c1 ? 1 : 0; }
};

/// The arithmetic of polynomials and the premises under which it is exact.
class PolynomialArithmetic {
 public:
  /// The polynomials are considered for j in [0, count); `count` is a term of count_width bits.
  PolynomialArithmetic(term::TermManager& terms, term::Term count) : terms_(terms), count_(count) {}

  term::Term value(const Polynomial& p, term::Term j) const;
  /// p(j + distance) as a polynomial in j.
  Polynomial shifted(const Polynomial& p, unsigned distance) const;

  Polynomial add(const Polynomial& p, const Polynomial& q) const;
  Polynomial subtract(const Polynomial& p, const Polynomial& q) const;
  /// Nothing if the degree of the product is above 2.
  std::optional<Polynomial> multiply(const Polynomial& p, const Polynomial& q) const;

  /// The value of an operator applied to polynomials; nothing if it is none. May add premises.
  std::optional<Polynomial> apply(term::Term operation, const std::vector<Polynomial>& arguments);

  /// Conditions over coefficients and count; all results of apply() hold where they do.
  const term::TermVector& premises() const { return premises_; }
  /// Removes and returns all premises but the first `kept`: those of results that are not used.
  term::TermVector take_premises(std::size_t kept);

  /// The exact integer value of p(j) as a signed bit-vector of `width` bits, at least wide_width(p); degree
  /// <= 1. The coefficient c1 is read as a signed number.
  enum class Reading { Unsigned, Signed };
  term::Term wide_value(const Polynomial& p, Reading reading, term::Term j, std::uint32_t width) const;
  static std::uint32_t wide_width(const Polynomial& p);
  /// For all j < count the integer value is in the range of p's width: by linearity if it is at both ends.
  /// Requires degree <= 1.
  term::Term never_wraps(const Polynomial& p, Reading reading) const;

  /// number <= distance, both unsigned, of any widths.
  term::Term is_within(term::Term number, term::Term distance) const;

  term::TermManager& terms() const { return terms_; }
  term::Term count() const { return count_; }
  /// count - 1.
  term::Term last() const;

 private:
  template <typename Function>
  Polynomial map(const Polynomial& p, Function function) const;
  std::optional<Polynomial> extend(term::Term operation, const Polynomial& p, Reading reading);
  std::optional<Polynomial> extract(const Polynomial& p, std::uint32_t high, std::uint32_t low) const;
  std::optional<Polynomial> shift_right(const Polynomial& p, std::uint32_t bits);
  Polynomial scale(const Polynomial& p, term::Term factor) const;
  Polynomial concat_constant(const Polynomial& high, term::Term low) const;

  term::TermManager& terms_;
  term::Term count_;
  term::TermVector premises_;
};

/// `term` with `width` bits: zero-extended or truncated.
term::Term resize(term::TermManager& terms, term::Term term, std::uint32_t width);

}  // namespace pendulum::acceleration
