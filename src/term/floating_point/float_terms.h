// Terms about floating-point numbers of one format. Arithmetic, conversions and comparisons are operators of
// Kind; negation, the sign and the classification of numbers are terms over the bits of the encoding
// (signature/float_format.h).
#pragma once

#include "term/signature/float_format.h"
#include "term/term_manager.h"

namespace pendulum::term {

/// Arguments named a, b, c are encodings of numbers: bit-vectors with format().width() bits.
class FloatTerms {
 public:
  FloatTerms(TermManager& terms, FloatFormat format) : terms_(terms), format_(format) {}

  FloatFormat format() const { return format_; }
  TermManager& terms() const { return terms_; }
  /// Returns the constant for a rounding direction, the argument `mode` of the functions below.
  Term mode(RoundingMode mode) const;

  // Arithmetic, rounded by `mode`. A NaN result is computed_nan().
  Term add(Term mode, Term a, Term b) const;
  Term sub(Term mode, Term a, Term b) const;
  Term mul(Term mode, Term a, Term b) const;
  Term div(Term mode, Term a, Term b) const;
  Term fma(Term mode, Term a, Term b, Term c) const;  ///< a * b + c
  Term sqrt(Term mode, Term a) const;
  Term round_to_integral(Term mode, Term a) const;

  // Conversions, rounded by `mode`.
  Term to_format(Term mode, Term a, FloatFormat result) const;
  Term from_signed(Term mode, Term integer) const;
  Term from_unsigned(Term mode, Term integer) const;
  /// Return 0 if the rounded number does not fit.
  Term to_signed(Term mode, Term a, std::uint32_t width) const;
  Term to_unsigned(Term mode, Term a, std::uint32_t width) const;
  /// Return true if the number, rounded toward zero, is an integer of `width` bits.
  Term fits_signed(Term a, std::uint32_t width) const;
  Term fits_unsigned(Term a, std::uint32_t width) const;

  // Comparisons as in C: false if an argument is NaN. Zeros of both signs are equal.
  Term eq(Term a, Term b) const;
  Term lt(Term a, Term b) const;
  Term le(Term a, Term b) const;
  Term unordered(Term a, Term b) const;  ///< an argument is NaN

  // Operations on bits. They keep the payload of a NaN.
  Term negate(Term a) const;
  Term abs(Term a) const;
  Term copy_sign(Term a, Term sign) const;
  Term is_negative(Term a) const;  ///< the sign bit is set, also of zeros and NaNs
  Term is_nan(Term a) const;
  Term is_infinite(Term a) const;
  Term is_finite(Term a) const;
  Term is_zero(Term a) const;
  Term is_subnormal(Term a) const;

  /// Returns `a` with computed_nan(), of either sign, replaced by a NaN with the bits of `arbitrary`. A
  /// caller that makes the bits of a number observable passes an arbitrary value with format().width() bits.
  Term with_observable_nan(Term a, Term arbitrary) const;

 private:
  Term number(const mpz_class& encoding) const { return terms_.mk_bv(encoding, format_.width()); }
  Term operation(Kind kind, std::initializer_list<Term> children, std::uint32_t parameter1 = 0) const;
  /// Returns the constant `power` of two; infinity if it is too large for the format.
  Term power_of_two(std::uint32_t power) const;

  TermManager& terms_;
  FloatFormat format_;
};

// The 80-bit format of the x87 (Intel SDM, volume 1, 4.2.2) contains the leading bit of the significand.
// Arithmetic uses the encoding with 79 bits, float80.

/// Returns the number with this encoding of 80 bits. A leading bit that is set with exponent 0 (a
/// pseudo-denormal) has its value; encodings that the processor rejects (unnormals, pseudo-infinities,
/// pseudo-NaNs) are NaNs.
Term from_x87(TermManager& terms, Term bits);
/// Returns the encoding of a number of the format float80.
Term to_x87(TermManager& terms, Term number);

}  // namespace pendulum::term
