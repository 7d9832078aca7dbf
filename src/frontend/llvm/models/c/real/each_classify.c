// Classes of numbers, and the macros and functions that need no arithmetic (C17 7.12.3, 7.12.11).

//: fabs_R: absolute value
real fabs_R(real x) { return __builtin_fabs_R(x); }

//: copysign_R: the first number with the sign of the second
real copysign_R(real x, real y) { return __builtin_copysign_R(x, y); }

// The results are the values of FP_NAN, FP_INFINITE, FP_ZERO, FP_SUBNORMAL and FP_NORMAL, in this order.
//: __fpclassify_R: the class of a number
int __fpclassify_R(real x) {
  real magnitude = __builtin_fabs_R(x);
  return x != x ? 0 : magnitude > MOST ? 1 : x == 0 ? 2 : magnitude < LEAST_NORMAL ? 3 : 4;
}

//: __signbit_R: nonzero if the sign is negative
int __signbit_R(real x) { return __builtin_signbit(x) != 0; }

// The GNU C library returns -1 for minus infinity.
//: isinf_R: 1 for infinity, -1 for minus infinity
int isinf_R(real x) { return (x > MOST) - (x < -MOST); }

//: __isinf_R: 1 for infinity, -1 for minus infinity
int __isinf_R(real x) { return (x > MOST) - (x < -MOST); }

//: isnan_R: 1 for NaN
int isnan_R(real x) { return x != x; }

//: __isnan_R: 1 for NaN
int __isnan_R(real x) { return x != x; }

//: finite_R: 1 for finite numbers
int finite_R(real x) { return __builtin_fabs_R(x) <= MOST; }

//: __finite_R: 1 for finite numbers
int __finite_R(real x) { return __builtin_fabs_R(x) <= MOST; }

//: __issignaling_R: 1 for a signaling NaN
int __issignaling_R(real x) { return (x != x) & !(__pendulum_significand_R(x) >> (PRECISION - 2) & 1); }

//: __iseqsig_R: 1 if the numbers are equal; sets errno if one of them is a NaN
int __iseqsig_R(real x, real y) {
  if ((x != x) | (y != y)) __pendulum_errno = domain_error;
  return x == y;
}

//: creal_R: real part
real creal_R(_Complex real z) { return __real__ z; }

//: cimag_R: imaginary part
real cimag_R(_Complex real z) { return __imag__ z; }

//: conj_R: complex conjugate
_Complex real conj_R(_Complex real z) {
  __imag__ z = -__imag__ z;
  return z;
}

//: cproj_R: projection onto the Riemann sphere; all infinities become one
_Complex real cproj_R(_Complex real z) {
  if ((__builtin_fabs_R(__real__ z) > MOST) | (__builtin_fabs_R(__imag__ z) > MOST)) {
    __real__ z = __builtin_inf_R();
    __imag__ z = __builtin_copysign_R(0, __imag__ z);
  }
  return z;
}
