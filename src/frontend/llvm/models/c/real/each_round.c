// Rounding to integers (C17 7.12.9, F.10.6), modf, fma and sqrt.

//: floor_R: the greatest integer that is not above
real floor_R(real x) { return __builtin_floor_R(x); }

//: ceil_R: the least integer that is not below
real ceil_R(real x) { return __builtin_ceil_R(x); }

//: trunc_R: rounds towards zero
real trunc_R(real x) { return __builtin_trunc_R(x); }

//: round_R: the nearest integer, halves away from zero
real round_R(real x) { return __builtin_round_R(x); }

//: roundeven_R: the nearest integer, halves to even
real roundeven_R(real x) { return __builtin_roundeven_R(x); }

//: rint_R: rounds to an integer in the rounding mode
real rint_R(real x) { return __builtin_rint_R(x); }

//: nearbyint_R: rounds to an integer in the rounding mode
real nearbyint_R(real x) { return __builtin_nearbyint_R(x); }

// The result for a number that the type cannot represent is unspecified (C17 7.12.9.5). The GNU C library
// returns the least number of the type, as the instructions of the machine do.
//: lrint_R: rounds to an integer in the rounding mode
long lrint_R(real x) { TO_INTEGER(long, __builtin_rint_R(x)) }

//: llrint_R: rounds to an integer in the rounding mode
long long llrint_R(real x) { TO_INTEGER(long long, __builtin_rint_R(x)) }

//: lround_R: the nearest integer, halves away from zero
long lround_R(real x) { TO_INTEGER(long, __builtin_round_R(x)) }

//: llround_R: the nearest integer, halves away from zero
long long llround_R(real x) { TO_INTEGER(long long, __builtin_round_R(x)) }

//: modf_R: integral part and fraction, both with the sign of the number
real modf_R(real x, real *integral) {
  real whole = __builtin_trunc_R(x);
  *integral = whole;
  return __builtin_copysign_R(x == whole ? 0 : x - whole, x);
}

//: fma_R: x * y + z, rounded once
real fma_R(real x, real y, real z) { return __builtin_fma_R(x, y, z); }

//: sqrt_R: square root, correctly rounded
real sqrt_R(real x) {
  if (x < 0) __pendulum_errno = domain_error;
  return __builtin_sqrt_R(x);
}
