#include "term/ieee754/rounding.h"

#include <algorithm>

#include "base/check.h"

namespace pendulum::term {

namespace {

/// Returns the exponent of the last bit of subnormal numbers: all numbers of the format are multiples of
/// 2^least_exponent.
std::int64_t least_exponent(FloatFormat format) {
  const std::int64_t bias = (std::int64_t{1} << (format.exponent_bits - 1)) - 1;
  return 1 - bias - format.fraction_bits();
}

/// Decides whether a magnitude between the neighbours n and n + 1 is rounded to n + 1 (IEEE 754-2019, 4.3).
/// `half` is the sign of: magnitude - (n + 1/2).
bool rounds_up(RoundingMode mode, bool is_negative, bool is_odd, int half) {
  switch (mode) {
    case RoundingMode::TowardZero:
      return false;
    case RoundingMode::NearestEven:
      return half > 0 || (half == 0 && is_odd);
    case RoundingMode::Upward:
      return !is_negative;
    case RoundingMode::Downward:
      return is_negative;
    case RoundingMode::NearestAway:
      return half >= 0;
  }
  PENDULUM_UNREACHABLE();
}

/// Returns magnitude / 2^exponent, rounded to an integer. Requires: exponent > number.exponent if the number
/// is truncated.
mpz_class rounded_quotient(RoundingMode mode, const ExactNumber& number, std::int64_t exponent) {
  if (exponent <= number.exponent) {
    PENDULUM_CHECK(!number.is_truncated, "a truncated number should have more bits than the result");
    return number.significand << static_cast<mp_bitcnt_t>(number.exponent - exponent);
  }
  const auto removed = static_cast<mp_bitcnt_t>(exponent - number.exponent);
  mpz_class quotient = number.significand >> removed;
  const mpz_class remainder = number.significand - (quotient << removed);
  if (remainder == 0 && !number.is_truncated) return quotient;
  int half = cmp(remainder, mpz_class(mpz_class(1) << (removed - 1)));
  if (half == 0 && number.is_truncated) half = 1;
  const bool is_odd = mpz_odd_p(quotient.get_mpz_t()) != 0;
  if (rounds_up(mode, number.is_negative, is_odd, half)) ++quotient;
  return quotient;
}

}  // namespace

std::int64_t num_bits(const mpz_class& number) {
  return number == 0 ? 0 : static_cast<std::int64_t>(mpz_sizeinbase(number.get_mpz_t(), 2));
}

RoundingMode rounding_mode(std::uint64_t number) {
  return number <= static_cast<std::uint64_t>(RoundingMode::NearestAway) ? static_cast<RoundingMode>(number)
                                                                         : RoundingMode::NearestEven;
}

ExactNumber decode(FloatFormat format, const mpz_class& encoding) {
  const bool is_negative = encoding >= format.sign_bit();
  const mpz_class magnitude = is_negative ? mpz_class(encoding - format.sign_bit()) : encoding;
  PENDULUM_CHECK(magnitude < format.infinity(), "an infinity or NaN should not be decoded");
  const mpz_class exponent = magnitude >> format.fraction_bits();
  const mpz_class fraction = magnitude - (exponent << format.fraction_bits());
  const std::int64_t least = least_exponent(format);
  if (exponent == 0) return {is_negative, fraction, least};
  const mpz_class leading_bit = mpz_class(1) << format.fraction_bits();
  return {is_negative, leading_bit + fraction, least + exponent.get_si() - 1};
}

/// The rounded number is n * 2^e with the least e >= least_exponent such that n has at most significand_bits
/// bits. The encodings of positive numbers are consecutive, so the sum
///   (e - least_exponent) * 2^fraction_bits + n
/// is the encoding of a subnormal number (e is the least exponent, and the first summand is 0), of a normal
/// number (the leading bit of n adds 1 to the exponent's field), and of the next power of two, if n is
/// rounded up to 2^significand_bits (this adds 2 to the exponent's field).
mpz_class round(FloatFormat format, RoundingMode mode, const ExactNumber& number) {
  const mpz_class sign = number.is_negative ? format.sign_bit() : mpz_class(0);
  const std::int64_t least = least_exponent(format);
  const std::int64_t exponent =
      std::max(least, number.exponent + num_bits(number.significand) - format.significand_bits);
  if (number.significand == 0 && !number.is_truncated) return sign;
  const mpz_class exponent_field = mpz_class(static_cast<long>(exponent - least));
  const mpz_class magnitude =
      (exponent_field << format.fraction_bits()) + rounded_quotient(mode, number, exponent);
  if (magnitude < format.infinity()) return sign + magnitude;
  // Overflow: the modes that round a magnitude up, or to the nearest number, have infinity as result.
  const bool is_infinite = rounds_up(mode, number.is_negative, /*is_odd=*/true, /*half=*/1);
  return sign + format.infinity() - (is_infinite ? 0 : 1);
}

mpz_class round_magnitude_to_integer(RoundingMode mode, const ExactNumber& number) {
  PENDULUM_CHECK(!number.is_truncated, "the number should be exact");
  return rounded_quotient(mode, number, 0);
}

}  // namespace pendulum::term
