// Remainders (C17 7.12.10, F.10.7), by long division of the significands. All results are exact.

// The significand of a finite number other than zero with its leading bit set, and the exponent for it.
#define NORMALISE(x, significand, exponent)                                                \
  significand = __pendulum_significand_R(x);                                               \
  exponent = __builtin_clzll(significand) - (64 - PRECISION);                              \
  significand <<= exponent;                                                                \
  exponent = __pendulum_exponent_R(x) - exponent;

// Requires: x and y are finite, and |x| >= |y| > 0. Returns |x| - q * |y| for the largest integer q for
// which this is not negative. Sets *quotient to the low bits of q.
static real __pendulum_modulo_R(real x, real y, unsigned *quotient) {
  unsigned long long rest, divisor;
  int exponent, least, shift;
  unsigned q = 0, is_above;
  NORMALISE(x, rest, exponent)
  NORMALISE(y, divisor, least)
  is_above = rest >= divisor;
  for (; exponent > least; --exponent) {
    if (is_above) rest -= divisor;
    q = 2 * (q + is_above);
    is_above = (unsigned)(rest >> 63);  // the bit that a long double loses
    rest <<= 1;
    is_above |= rest >= divisor;
  }
  if (is_above) rest -= divisor;
  *quotient = q + is_above;
  if (rest == 0) return 0;
  // A subnormal divisor was shifted; the remainder is a multiple of the same power of two.
  if (least < 1) return __pendulum_make_R(0, 1, rest >> (1 - least));
  shift = __builtin_clzll(rest) - (64 - PRECISION);
  if (shift >= least) shift = least - 1;
  return __pendulum_make_R(0, least - shift, rest << shift);
}

#undef NORMALISE

// Returns x - n * y for the integer n that is nearest to x / y, the even one of two (C17 7.12.10.2), with the
// sign of x if it is zero. Sets *quotient to a number from 0 to 8 that is congruent to |n| modulo 8. Requires: x
// is finite, y is neither NaN nor zero.
static real __pendulum_remainder_R(real x, real y, unsigned *quotient) {
  real rest = __builtin_fabs_R(x), divisor = __builtin_fabs_R(y), other;
  *quotient = 0;
  if (rest >= divisor) rest = __pendulum_modulo_R(x, y, quotient);
  *quotient &= 7;
  // The difference is exact if it is at most `rest`; otherwise it is rounded to a greater number.
  other = divisor - rest;
  if ((rest > other) | ((rest == other) & *quotient & 1)) {
    rest -= divisor;
    ++*quotient;
  }
  if (rest == 0) return __builtin_copysign_R(0, x);
  return __builtin_signbit(x) ? -rest : rest;
}

// NaNs yield a NaN. An infinite dividend and the divisor zero are invalid.
#define SPECIAL_QUOTIENTS(error)                        \
  real zero = 0;                                        \
  if ((x != x) | (y != y)) return x + y;                \
  if ((__builtin_fabs_R(x) > MOST) | (y == 0)) {        \
    error;                                              \
    return zero / zero;                                 \
  }

//: fmod_R: remainder of the quotient that is rounded towards zero; sets errno for invalid arguments
real fmod_R(real x, real y) {
  unsigned quotient;
  SPECIAL_QUOTIENTS(__pendulum_errno = domain_error)
  if (__builtin_fabs_R(x) < __builtin_fabs_R(y)) return x;
  return __builtin_copysign_R(__pendulum_modulo_R(x, y, &quotient), x);
}

//: remainder_R: remainder of the quotient that is rounded to the nearest; sets errno for invalid arguments
real remainder_R(real x, real y) {
  unsigned quotient;
  SPECIAL_QUOTIENTS(__pendulum_errno = domain_error)
  return __pendulum_remainder_R(x, y, &quotient);
}

//: drem_R: as remainder
real drem_R(real x, real y) {
  unsigned quotient;
  SPECIAL_QUOTIENTS(__pendulum_errno = domain_error)
  return __pendulum_remainder_R(x, y, &quotient);
}

// The number that is stored for invalid arguments is unspecified. Otherwise it has the sign of the quotient and
// is congruent to it modulo 8 (C17 7.12.10.3); the GNU C library stores 8 for x86-64 if 7 is rounded up.
//: remquo_R: as remainder; stores the sign and the three low bits of the quotient
real remquo_R(real x, real y, int *quotient) {
  unsigned bits;
  real result;
  *quotient = __VERIFIER_nondet_model_int();
  SPECIAL_QUOTIENTS(;)
  result = __pendulum_remainder_R(x, y, &bits);
  if (IS_I386) bits &= 7;
  *quotient = (__builtin_signbit(x) != 0) != (__builtin_signbit(y) != 0) ? -(int)bits : (int)bits;
  return result;
}

#undef SPECIAL_QUOTIENTS
