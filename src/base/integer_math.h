// Arithmetic on integers of arbitrary size that GMP offers only as functions with output parameters.
#pragma once

#include <gmpxx.h>

#include <cstdint>

#include "base/check.h"

namespace pendulum::base {

/// The greatest integer that is at most a / b. Requires b != 0.
inline mpz_class floor_quotient(const mpz_class& a, const mpz_class& b) {
  PENDULUM_DCHECK(b != 0, "a divisor should not be zero");
  mpz_class result;
  mpz_fdiv_q(result.get_mpz_t(), a.get_mpz_t(), b.get_mpz_t());
  return result;
}

/// a - b * floor_quotient(a, b); its sign is that of b. Requires b != 0.
inline mpz_class floor_remainder(const mpz_class& a, const mpz_class& b) {
  PENDULUM_DCHECK(b != 0, "a divisor should not be zero");
  mpz_class result;
  mpz_fdiv_r(result.get_mpz_t(), a.get_mpz_t(), b.get_mpz_t());
  return result;
}

inline mpz_class power_of_two(std::uint32_t exponent) {
  return mpz_class(1) << exponent;
}

}  // namespace pendulum::base
