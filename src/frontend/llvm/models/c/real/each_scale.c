// Exponents (C17 7.12.6, F.10.3): frexp, logb, scalbn and others.

#define IS_SPECIAL(x) (((x) == 0) | ((x) != (x)) | (__builtin_fabs_R(x) > MOST))

// The number of positions by which the significand of a number other than zero must be shifted to the left
// to set its leading bit. It is 0 for normal numbers.
static int __pendulum_zeros_R(real x) {
  return __builtin_clzll(__pendulum_significand_R(x)) - (64 - PRECISION);
}

// The exponent of a finite number other than zero: 0 if the magnitude is in [1, 2).
static int __pendulum_logb_R(real x) { return __pendulum_exponent_R(x) - __pendulum_zeros_R(x) - BIAS; }

// x * 2^n, rounded once, for a finite number other than zero.
static real __pendulum_scale_R(real x, long n) {
  unsigned long long significand = __pendulum_significand_R(x);
  int zeros = __pendulum_zeros_R(x);
  int is_negative = __builtin_signbit(x) != 0;
  // Any n beyond these bounds has the same effect.
  long bounded = n < -4 * BIAS ? -4 * BIAS : n > 4 * BIAS ? 4 * BIAS : n;
  int exponent = __pendulum_exponent_R(x) - zeros + (int)bounded;
  significand <<= zeros;
  if (exponent >= INFINITE_EXPONENT)
    return 2 * __pendulum_make_R(is_negative, INFINITE_EXPONENT - 1, significand);
  if (exponent >= 1) return __pendulum_make_R(is_negative, exponent, significand);
  // The product rounds to a subnormal number. A magnitude below a half of the least one stays below it.
  exponent += PRECISION + 1;
  return __pendulum_make_R(is_negative, exponent < 1 ? 1 : exponent, significand) * (EPSILON / 4);
}

//: frexp_R: a fraction in [0.5, 1) and an exponent
real frexp_R(real x, int *exponent) {
  *exponent = 0;
  if (IS_SPECIAL(x)) return x + x;
  *exponent = __pendulum_logb_R(x) + 1;
  return __pendulum_make_R(__builtin_signbit(x) != 0, BIAS - 1,
                           __pendulum_significand_R(x) << __pendulum_zeros_R(x));
}

#define SCALE                                                                               \
  real result;                                                                              \
  if (IS_SPECIAL(x)) return x + x;                                                          \
  result = __pendulum_scale_R(x, n);                                                        \
  if ((result == 0) | (__builtin_fabs_R(result) > MOST)) __pendulum_errno = out_of_range;   \
  return result;

//: ldexp_R: x * 2^n; sets errno if the result is zero or infinite
real ldexp_R(real x, int n) { SCALE }

//: scalbn_R: x * 2^n; sets errno if the result is zero or infinite
real scalbn_R(real x, int n) { SCALE }

//: scalbln_R: x * 2^n; sets errno if the result is zero or infinite
real scalbln_R(real x, long n) { SCALE }

#undef SCALE

// The GNU C library for x86-64 calls ilogb, which sets errno, except for long doubles.
//: significand_R: the number divided by a power of two, in [1, 2)
real significand_R(real x) {
  if (IS_SPECIAL(x)) {
    if (!IS_I386 && PRECISION != 64) __pendulum_errno = domain_error;
    return x + x;
  }
  return __pendulum_make_R(__builtin_signbit(x) != 0, BIAS,
                           __pendulum_significand_R(x) << __pendulum_zeros_R(x));
}

//: logb_R: the exponent as a number
real logb_R(real x) {
  if (x == 0) return -__builtin_inf_R();
  return IS_SPECIAL(x) ? x * x : __pendulum_logb_R(x);
}

// FP_ILOGB0 and FP_ILOGBNAN are the least number of the type.
#define EXPONENT(type)                                           \
  if (!IS_SPECIAL(x)) return __pendulum_logb_R(x);               \
  __pendulum_errno = domain_error;                               \
  return __builtin_fabs_R(x) > MOST ? ~LEAST_OF(type) : LEAST_OF(type);

//: ilogb_R: the exponent as an integer; sets errno for zero, infinities and NaN
int ilogb_R(real x) { EXPONENT(int) }

//: llogb_R: the exponent as an integer; sets errno for zero, infinities and NaN
long llogb_R(real x) { EXPONENT(long) }

#undef EXPONENT
#undef IS_SPECIAL

// The compiler's run-time library; rewrite/runtime_calls.h calls it for llvm.powi. For i386, the library is
// compiled to instructions of the x87, which compute in the format of long double.
static long double __pendulum_powil(long double x, int n);
static real __pendulum_powi_R(real x, int n) {
  unsigned rest = n < 0 ? -(unsigned)n : (unsigned)n;
  real power = rest % 2 ? x : 1;
  if (IS_I386 & (PRECISION != 64)) return (real)__pendulum_powil(x, n);
  while ((rest /= 2) != 0) {
    x = x * x;
    if (rest % 2) power = power * x;
  }
  return n < 0 ? 1 / power : power;
}

//: __powi_Mf2: x^n by repeated squaring; each product is rounded
real __powi_Mf2(real x, int n) { return __pendulum_powi_R(x, n); }
