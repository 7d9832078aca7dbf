#include "term/ieee754/float_arithmetic.h"

#include <algorithm>

#include "base/check.h"
#include "term/ieee754/rounding.h"

namespace pendulum::term {

namespace {

/// Returns the encoding of |a|. The magnitudes of numbers have the same order as their encodings.
mpz_class magnitude_of(FloatFormat format, const mpz_class& a) {
  return is_negative(format, a) ? mpz_class(a - format.sign_bit()) : a;
}

mpz_class with_sign(FloatFormat format, bool is_negative, const mpz_class& magnitude) {
  return is_negative ? mpz_class(magnitude + format.sign_bit()) : magnitude;
}

/// Returns integers in the order of the numbers; 0 for both zeros. Requires: `a` is not NaN.
mpz_class order(FloatFormat format, const mpz_class& a) {
  const mpz_class magnitude = magnitude_of(format, a);
  return is_negative(format, a) ? mpz_class(-magnitude) : magnitude;
}

mpz_class shifted_left(const mpz_class& number, std::int64_t bits) {
  return number << static_cast<mp_bitcnt_t>(bits);
}

/// Returns the exact sum. Clause 6.3: a sum 0 of operands with different signs is +0, but -0 if the mode is
/// Downward; x + x has the sign of x for zeros.
ExactNumber sum(RoundingMode mode, const ExactNumber& a, const ExactNumber& b) {
  const std::int64_t exponent = std::min(a.exponent, b.exponent);
  const auto aligned = [&](const ExactNumber& number) {
    const mpz_class magnitude = shifted_left(number.significand, number.exponent - exponent);
    return number.is_negative ? mpz_class(-magnitude) : magnitude;
  };
  const mpz_class total = aligned(a) + aligned(b);
  const bool is_negative_zero =
      a.is_negative == b.is_negative ? a.is_negative : mode == RoundingMode::Downward;
  return {total == 0 ? is_negative_zero : total < 0, abs(total), exponent};
}

ExactNumber product(const ExactNumber& a, const ExactNumber& b) {
  return {a.is_negative != b.is_negative, a.significand * b.significand, a.exponent + b.exponent};
}

/// Returns the quotient, truncated to at least `precision` bits. Requires: b is not 0.
ExactNumber quotient(const ExactNumber& a, const ExactNumber& b, std::int64_t precision) {
  const bool is_negative = a.is_negative != b.is_negative;
  if (a.significand == 0) return {is_negative};
  const std::int64_t shift =
      std::max<std::int64_t>(0, precision + num_bits(b.significand) - num_bits(a.significand));
  const mpz_class dividend = shifted_left(a.significand, shift);
  const mpz_class result = dividend / b.significand;
  return {is_negative, result, a.exponent - b.exponent - shift, result * b.significand != dividend};
}

/// Returns the square root, truncated to at least `precision` bits. Requires: the number is not negative.
ExactNumber square_root(const ExactNumber& a, std::int64_t precision) {
  if (a.significand == 0) return a;  // clause 5.4.1: the square root of -0 is -0
  std::int64_t shift = std::max<std::int64_t>(0, 2 * precision - num_bits(a.significand));
  if ((a.exponent - shift) % 2 != 0) ++shift;
  const mpz_class radicand = shifted_left(a.significand, shift);
  const mpz_class result = ::sqrt(radicand);  // rounded down
  return {false, result, (a.exponent - shift) / 2, result * result != radicand};
}

}  // namespace

bool is_negative(FloatFormat format, const mpz_class& a) {
  return a >= format.sign_bit();
}
bool is_nan(FloatFormat format, const mpz_class& a) {
  return magnitude_of(format, a) > format.infinity();
}
bool is_infinite(FloatFormat format, const mpz_class& a) {
  return magnitude_of(format, a) == format.infinity();
}
bool is_zero(FloatFormat format, const mpz_class& a) {
  return magnitude_of(format, a) == 0;
}

/// Clause 7.2: infinity - infinity is NaN.
mpz_class FloatArithmetic::add(const mpz_class& a, const mpz_class& b) const {
  if (is_nan(format_, a) || is_nan(format_, b)) return format_.computed_nan();
  if (is_infinite(format_, a)) return is_infinite(format_, b) && a != b ? format_.computed_nan() : a;
  if (is_infinite(format_, b)) return b;
  return round(format_, mode_, sum(mode_, decode(format_, a), decode(format_, b)));
}

/// Clause 7.2: 0 * infinity is NaN.
mpz_class FloatArithmetic::mul(const mpz_class& a, const mpz_class& b) const {
  if (is_nan(format_, a) || is_nan(format_, b)) return format_.computed_nan();
  if (is_infinite(format_, a) || is_infinite(format_, b)) {
    if (is_zero(format_, a) || is_zero(format_, b)) return format_.computed_nan();
    return with_sign(format_, is_negative(format_, a) != is_negative(format_, b), format_.infinity());
  }
  return round(format_, mode_, product(decode(format_, a), decode(format_, b)));
}

/// Clause 7.2: 0 / 0 and infinity / infinity are NaN. Clause 7.3: other numbers divided by 0 are infinite.
mpz_class FloatArithmetic::div(const mpz_class& a, const mpz_class& b) const {
  if (is_nan(format_, a) || is_nan(format_, b)) return format_.computed_nan();
  const bool is_result_negative = is_negative(format_, a) != is_negative(format_, b);
  if (is_infinite(format_, a)) {
    if (is_infinite(format_, b)) return format_.computed_nan();
    return with_sign(format_, is_result_negative, format_.infinity());
  }
  if (is_infinite(format_, b)) return with_sign(format_, is_result_negative, 0);
  if (is_zero(format_, b)) {
    if (is_zero(format_, a)) return format_.computed_nan();
    return with_sign(format_, is_result_negative, format_.infinity());
  }
  return round(format_, mode_, quotient(decode(format_, a), decode(format_, b), truncated_precision()));
}

/// If the product is infinite or NaN, or c is, then the result is the sum of the rounded product and c.
/// Otherwise the exact product is added to c.
mpz_class FloatArithmetic::fma(const mpz_class& a, const mpz_class& b, const mpz_class& c) const {
  if (is_nan(format_, a) || is_nan(format_, b) || is_nan(format_, c)) return format_.computed_nan();
  if (is_infinite(format_, a) || is_infinite(format_, b)) return add(mul(a, b), c);
  if (is_infinite(format_, c)) return c;
  const ExactNumber exact = product(decode(format_, a), decode(format_, b));
  return round(format_, mode_, sum(mode_, exact, decode(format_, c)));
}

/// Clause 7.2: the square root of a negative number other than -0 is NaN.
mpz_class FloatArithmetic::sqrt(const mpz_class& a) const {
  if (is_nan(format_, a)) return format_.computed_nan();
  if (is_negative(format_, a) && !is_zero(format_, a)) return format_.computed_nan();
  if (is_infinite(format_, a)) return a;
  return round(format_, mode_, square_root(decode(format_, a), truncated_precision()));
}

mpz_class FloatArithmetic::round_to_integral(const mpz_class& a) const {
  if (is_nan(format_, a)) return format_.computed_nan();
  if (is_infinite(format_, a)) return a;
  const ExactNumber number = decode(format_, a);
  if (number.exponent >= 0) return a;
  return round(format_, mode_, {number.is_negative, round_magnitude_to_integer(mode_, number), 0});
}

mpz_class FloatArithmetic::from_integer(const mpz_class& integer) const {
  return round(format_, mode_, {integer < 0, abs(integer), 0});
}

mpz_class FloatArithmetic::from_float(FloatFormat source, const mpz_class& a) const {
  if (is_nan(source, a)) return format_.computed_nan();
  if (is_infinite(source, a)) return with_sign(format_, is_negative(source, a), format_.infinity());
  return round(format_, mode_, decode(source, a));
}

std::optional<mpz_class> to_integer(FloatFormat format, RoundingMode mode, const mpz_class& a,
                                    std::uint32_t max_bits) {
  if (is_nan(format, a) || is_infinite(format, a)) return std::nullopt;
  const ExactNumber number = decode(format, a);
  // All integers of this size have too many bits; do not compute them, because they may be very large.
  if (number.significand != 0 && number.exponent > max_bits) return std::nullopt;
  const mpz_class magnitude = round_magnitude_to_integer(mode, number);
  const mpz_class integer = number.is_negative ? mpz_class(-magnitude) : magnitude;
  const mpz_class limit = mpz_class(1) << (max_bits - 1);
  if (integer < -limit || integer >= limit) return std::nullopt;
  return integer;
}

bool float_eq(FloatFormat format, const mpz_class& a, const mpz_class& b) {
  return !is_nan(format, a) && !is_nan(format, b) && order(format, a) == order(format, b);
}
bool float_lt(FloatFormat format, const mpz_class& a, const mpz_class& b) {
  return !is_nan(format, a) && !is_nan(format, b) && order(format, a) < order(format, b);
}
bool float_le(FloatFormat format, const mpz_class& a, const mpz_class& b) {
  return !is_nan(format, a) && !is_nan(format, b) && order(format, a) <= order(format, b);
}

}  // namespace pendulum::term
