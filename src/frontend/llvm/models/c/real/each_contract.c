// Contracts of the functions that C does not define exactly. Each calls the function of the library, whose
// result is arbitrary in a proof, and restricts the result.
//
// The exact values and the NaNs are those of C17 F.10. The bounds hold for results with an error of a few
// units in the last place: they are constants at which the function is exact, or are rounded outward. The bounds
// 1 and -1 assume that the library never leaves them; this and the size of the errors are tested on samples, not
// proved, for the GNU C library.
//
// Soundness: the native replay uses the result of the library. If a contract does not hold for it, the
// execution ends, and the counterexample is rejected. tools/check_math.py tests the contracts.

#define MAGNITUDE __builtin_fabs_R(x)
#define IS_FINITE(x) (__builtin_fabs_R(x) <= MOST)
#define OUTWARD(x) ((real)((x) * (1 + 2 * (long double)EPSILON)))
#define INF __builtin_inf_R()

extern real __pendulum_real_sin_R(real x), __pendulum_real_cos_R(real x), __pendulum_real_tan_R(real x);
extern real __pendulum_real_asin_R(real x), __pendulum_real_acos_R(real x), __pendulum_real_atan_R(real x);
extern real __pendulum_real_sinh_R(real x), __pendulum_real_cosh_R(real x), __pendulum_real_tanh_R(real x);
extern real __pendulum_real_asinh_R(real x), __pendulum_real_acosh_R(real x), __pendulum_real_atanh_R(real x);
extern real __pendulum_real_exp_R(real x), __pendulum_real_exp2_R(real x), __pendulum_real_exp10_R(real x);
extern real __pendulum_real_log_R(real x), __pendulum_real_log2_R(real x), __pendulum_real_log10_R(real x);
extern real __pendulum_real_expm1_R(real x), __pendulum_real_log1p_R(real x), __pendulum_real_cbrt_R(real x);
extern real __pendulum_real_erf_R(real x), __pendulum_real_erfc_R(real x), __pendulum_real_tgamma_R(real x);
extern real __pendulum_real_lgamma_R(real x), __pendulum_real_atan2_R(real y, real x);
extern real __pendulum_real_pow_R(real x, real y), __pendulum_real_hypot_R(real x, real y);
extern real __pendulum_real_nan_R(const char *tag);
extern void __pendulum_real_sincos_R(real x, real *sine, real *cosine);

// The functions that are odd and strictly increasing have the sign of their argument.
#define ENSURE_SIGN ENSURE(IS_NAN(x) | HAS_SIGN_OF(x))
#define ENSURE_ZERO ENSURE(IMPLIES(x == 0, result == 0))

//: sin_R: between -1 and 1; exact for zero
real sin_R(real x) {
  real result = __pendulum_real_sin_R(x);
  ENSURE_NAN_IF(!IS_FINITE(x))
  ENSURE(IMPLIES(x == 0, IS_EQUAL(x)))
  ENSURE(IMPLIES(MAGNITUDE <= 3, HAS_SIGN_OF(x)))
  ENSURE_BETWEEN(-1, 1)
  return result;
}

//: cos_R: between -1 and 1; exact for zero
real cos_R(real x) {
  real result = __pendulum_real_cos_R(x);
  ENSURE_NAN_IF(!IS_FINITE(x))
  ENSURE(IMPLIES(x == 0, result == 1))
  ENSURE_BETWEEN(-1, 1)
  ENSURE_BOUND(IMPLIES(MAGNITUDE <= (real)1.5L, result > 0))
  return result;
}

//: sincos_R: as sin and cos
void sincos_R(real x, real *sine, real *cosine) {
  real result;
  __pendulum_real_sincos_R(x, sine, cosine);
  result = *sine;
  ENSURE_NAN_IF(!IS_FINITE(x))
  ENSURE(IMPLIES(x == 0, IS_EQUAL(x)))
  ENSURE_BETWEEN(-1, 1)
  result = *cosine;
  ENSURE_NAN_IF(!IS_FINITE(x))
  ENSURE(IMPLIES(x == 0, result == 1))
  ENSURE_BETWEEN(-1, 1)
}

//: tan_R: sign near zero; exact for zero
real tan_R(real x) {
  real result = __pendulum_real_tan_R(x);
  ENSURE_NAN_IF(!IS_FINITE(x))
  ENSURE(IMPLIES(x == 0, IS_EQUAL(x)))
  ENSURE(IMPLIES(MAGNITUDE <= (real)1.5L, HAS_SIGN_OF(x)))
  return result;
}

//: asin_R: between -pi/2 and pi/2
real asin_R(real x) {
  real result = __pendulum_real_asin_R(x);
  ENSURE_NAN_IF(!(MAGNITUDE <= 1))
  ENSURE(IS_NAN(result) | HAS_SIGN_OF(x))
  ENSURE_ZERO
  ENSURE_BETWEEN(-OUTWARD(PI / 2), OUTWARD(PI / 2))
  return result;
}

//: acos_R: between 0 and pi
real acos_R(real x) {
  real result = __pendulum_real_acos_R(x);
  ENSURE_NAN_IF(!(MAGNITUDE <= 1))
  ENSURE(IMPLIES(x == 1, IS_EQUAL((real)0)))
  ENSURE_BETWEEN(0, OUTWARD(PI))
  return result;
}

//: atan_R: between -pi/2 and pi/2
real atan_R(real x) {
  real result = __pendulum_real_atan_R(x);
  ENSURE_NAN_IF(IS_NAN(x))
  ENSURE_SIGN
  ENSURE_ZERO
  ENSURE_BETWEEN(-OUTWARD(PI / 2), OUTWARD(PI / 2))
  return result;
}

//: atan2_R: between -pi and pi
real atan2_R(real y, real x) {
  real result = __pendulum_real_atan2_R(y, x);
  ENSURE_NAN_IF(IS_NAN(x) | IS_NAN(y))
  ENSURE(IS_NAN(result) | HAS_SIGN_OF(y))
  ENSURE(IMPLIES((y == 0) & (x >= 0) & !__builtin_signbit(x), result == 0))
  ENSURE_BETWEEN(-OUTWARD(PI), OUTWARD(PI))
  ENSURE_BOUND(IMPLIES(x > 0, IS_BETWEEN(-OUTWARD(PI / 2), OUTWARD(PI / 2))))
  ENSURE_BOUND(IMPLIES(x < 0, __builtin_fabs_R(result) >= (real)1.5L))
  return result;
}

//: sinh_R: sign; exact for zero and infinities
real sinh_R(real x) {
  real result = __pendulum_real_sinh_R(x);
  ENSURE_NAN_IF(IS_NAN(x))
  ENSURE_SIGN
  ENSURE(IMPLIES((x == 0) | (MAGNITUDE == INF), result == x))
  return result;
}

//: cosh_R: at least 1
real cosh_R(real x) {
  real result = __pendulum_real_cosh_R(x);
  ENSURE_NAN_IF(IS_NAN(x))
  ENSURE(IMPLIES(x == 0, result == 1))
  ENSURE(IMPLIES(MAGNITUDE == INF, result == INF))
  ENSURE_BOUND(result >= 1)
  return result;
}

//: tanh_R: between -1 and 1
real tanh_R(real x) {
  real result = __pendulum_real_tanh_R(x);
  ENSURE_NAN_IF(IS_NAN(x))
  ENSURE_SIGN
  ENSURE_ZERO
  ENSURE(IMPLIES(MAGNITUDE == INF, __builtin_fabs_R(result) == 1))
  ENSURE_BETWEEN(-1, 1)
  return result;
}

//: asinh_R: sign; exact for zero and infinities
real asinh_R(real x) {
  real result = __pendulum_real_asinh_R(x);
  ENSURE_NAN_IF(IS_NAN(x))
  ENSURE_SIGN
  ENSURE(IMPLIES((x == 0) | (MAGNITUDE == INF), result == x))
  return result;
}

//: acosh_R: not negative
real acosh_R(real x) {
  real result = __pendulum_real_acosh_R(x);
  ENSURE_NAN_IF(!(x >= 1))
  ENSURE(IMPLIES(x == 1, IS_EQUAL((real)0)) & IMPLIES(x == INF, result == INF))
  ENSURE_BOUND(result >= 0)
  return result;
}

//: atanh_R: sign; infinite for 1 and -1
real atanh_R(real x) {
  real result = __pendulum_real_atanh_R(x);
  ENSURE_NAN_IF(!(MAGNITUDE <= 1))
  ENSURE(IS_NAN(result) | HAS_SIGN_OF(x))
  ENSURE_ZERO
  ENSURE(IMPLIES(MAGNITUDE <= 1, (MAGNITUDE == 1) == (__builtin_fabs_R(result) == INF)))
  return result;
}

// Exponential functions: `overflow` is an integer at which the result is finite; the base is between `below` and
// `above`.
#define EXPONENTIAL(overflow, below, above)                                                        \
  ENSURE_NAN_IF(IS_NAN(x))                                                                         \
  ENSURE(IMPLIES(x == 0, result == 1) & IMPLIES(x == INF, result == INF))                          \
  ENSURE(IMPLIES(x == -INF, result == 0))                                                          \
  ENSURE(IS_NAN(x) | !__builtin_signbit(result))                                                   \
  ENSURE_BOUND(IMPLIES(x >= 0, result >= 1) & IMPLIES(x <= 0, result <= 1))                        \
  ENSURE_BOUND(IMPLIES(x >= 1, result >= (real)(below)) & IMPLIES(x <= 1, result <= (real)(above))) \
  ENSURE_BOUND(IMPLIES(x >= -1, result >= (real)(1 / (above))) & IMPLIES(x <= -1, result <= (real)(1 / (below)))) \
  ENSURE_BOUND(IMPLIES(x <= (overflow), result <= MOST) & IMPLIES(x >= -(overflow) + 2, result > 0)) \
  return result;

//: exp_R: not negative; on the right side of its values at -1, 0 and 1
real exp_R(real x) {
  real result = __pendulum_real_exp_R(x);
  EXPONENTIAL((int)(BIAS * 0.693147L), 2.71828L, 2.71829L)
}

//: exp2_R: as exp, with base 2
real exp2_R(real x) {
  real result = __pendulum_real_exp2_R(x);
  EXPONENTIAL(BIAS, 1.99999L, 2.00001L)
}

//: exp10_R: as exp, with base 10
real exp10_R(real x) {
  real result = __pendulum_real_exp10_R(x);
  EXPONENTIAL((int)(BIAS * 0.301029L), 9.9999L, 10.0001L)
}

//: expm1_R: at least -1, with the sign of the argument
real expm1_R(real x) {
  real result = __pendulum_real_expm1_R(x);
  ENSURE_NAN_IF(IS_NAN(x))
  ENSURE_SIGN
  ENSURE_ZERO
  ENSURE(IMPLIES(x == INF, result == INF) & IMPLIES(x == -INF, result == -1))
  ENSURE_BOUND(result >= -1)
  return result;
}

// Logarithms: `factor` is the logarithm of 2, rounded up, and `ten` that of 10, rounded to 5 digits.
#define NEAR_BELOW(x) ((real)((x) * 0.9999L))
#define NEAR_ABOVE(x) ((real)((x) * 1.0001L))
#define LOGARITHM(factor, ten)                                                                   \
  ENSURE_NAN_IF(!(x >= 0))                                                                       \
  ENSURE(IMPLIES(x == 0, result == -INF) & IMPLIES(x == INF, result == INF))                     \
  ENSURE(IMPLIES(x == 1, IS_EQUAL((real)0)))                                                     \
  ENSURE_BOUND(IMPLIES(x >= 1, result >= 0) & IMPLIES(x <= 1, result <= 0))                      \
  ENSURE_BOUND(IMPLIES(x >= 2, result >= NEAR_BELOW(factor)) & IMPLIES(x <= 2, result <= NEAR_ABOVE(factor))) \
  ENSURE_BOUND(IMPLIES(x >= 10, result >= NEAR_BELOW(ten)) & IMPLIES(x <= 10, result <= NEAR_ABOVE(ten))) \
  ENSURE_BOUND(IMPLIES((x > 0) & (x <= MOST),                                                    \
                       IS_BETWEEN(-(real)((factor) * (BIAS + PRECISION)), (real)((factor) * (BIAS + 2))))) \
  return result;

//: log_R: on the right side of its values at 1, 2 and 10; minus infinity for zero
real log_R(real x) {
  real result = __pendulum_real_log_R(x);
  LOGARITHM(0.693148L, 2.30259L)
}

//: log2_R: as log, with base 2
real log2_R(real x) {
  real result = __pendulum_real_log2_R(x);
  LOGARITHM(1.0L, 3.32193L)
}

//: log10_R: as log, with base 10
real log10_R(real x) {
  real result = __pendulum_real_log10_R(x);
  LOGARITHM(0.301030L, 1.0L)
}

//: log1p_R: the sign of the argument; minus infinity for -1
real log1p_R(real x) {
  real result = __pendulum_real_log1p_R(x);
  ENSURE_NAN_IF(!(x >= -1))
  ENSURE(IS_NAN(result) | HAS_SIGN_OF(x))
  ENSURE(IMPLIES((x == 0) | (x == INF), result == x) & IMPLIES(x == -1, result == -INF))
  return result;
}

// C17 F.10.4.4. y is an odd integer if y / 2 is not an integer but y is one.
//: pow_R: sign, and whether the magnitude is below 1; exact for the exponents 0 and 1
real pow_R(real x, real y) {
  real half = y / 2, magnitude, size;
  int is_integer, is_odd, is_below;
  real result = __pendulum_real_pow_R(x, y);
  is_integer = __builtin_trunc_R(y) == y;
  is_odd = is_integer & (__builtin_trunc_R(half) != half);
  ENSURE_NAN_IF((y != 0) & (x != 1) & (IS_NAN(x) | IS_NAN(y) | ((x < 0) & IS_FINITE(x) & !is_integer)))
  ENSURE(IMPLIES((y == 0) | (x == 1) | ((x == -1) & (__builtin_fabs_R(y) == INF)), result == 1))
  ENSURE(IS_NAN(result) | IS_NAN(x) | ((__builtin_signbit(result) != 0) == ((__builtin_signbit(x) != 0) & is_odd)))
  ENSURE_BOUND(IMPLIES(y == 1, result == x))
  // The magnitude of the result is at most 1, or at least 1.
  size = __builtin_fabs_R(x);
  magnitude = __builtin_fabs_R(result);
  is_below = (size < 1) == (y > 0);
  // The library's powl is wrong for infinities and the exponent -2^63.
  ENSURE(IMPLIES(((size == 0) | (size == INF)) & (y != 0) & (__builtin_fabs_R(y) < 0x1p63L),
                 magnitude == (is_below ? 0 : INF)))
  ENSURE(IMPLIES((__builtin_fabs_R(y) == INF) & (size != 1) & !IS_NAN(x), magnitude == (is_below ? 0 : INF)))
  ENSURE_BOUND(IS_NAN(x) | IS_NAN(y) | (y == 0) | (size == 1) | (size > MOST) |
               (is_below ? magnitude <= 1 : magnitude >= 1))
  return result;
}

//: cbrt_R: sign; the magnitude is between 1 and the argument
real cbrt_R(real x) {
  real magnitude;
  real result = __pendulum_real_cbrt_R(x);
  magnitude = __builtin_fabs_R(result);
  ENSURE_NAN_IF(IS_NAN(x))
  ENSURE_SIGN
  ENSURE(IMPLIES((x == 0) | (MAGNITUDE == INF), result == x))
  ENSURE_BOUND(IMPLIES((MAGNITUDE >= 2) & (MAGNITUDE <= MOST), (magnitude > 1) & (magnitude < MAGNITUDE)))
  ENSURE_BOUND(IMPLIES((MAGNITUDE <= (real)0.5L) & (x != 0), (magnitude < 1) & (magnitude > MAGNITUDE)))
  ENSURE_BOUND(IMPLIES((MAGNITUDE > (real)0.5L) & (MAGNITUDE < 2), (magnitude > (real)0.5L) & (magnitude < 2)))
  return result;
}

//: hypot_R: at least the magnitude of each argument, at most the double of the greater one
real hypot_R(real x, real y) {
  real a = __builtin_fabs_R(x), b = __builtin_fabs_R(y);
  real result = __pendulum_real_hypot_R(x, y);
  ENSURE_NAN_IF((IS_NAN(x) | IS_NAN(y)) & (a != INF) & (b != INF))
  ENSURE(IMPLIES((a == INF) | (b == INF), result == INF))
  ENSURE_BOUND(IMPLIES(a == 0, result == b) & IMPLIES(b == 0, result == a))
  ENSURE(IS_NAN(result) | !__builtin_signbit(result))
  ENSURE_BOUND(IS_NAN(x) | IS_NAN(y) | ((result >= a) & (result >= b) & (result <= 2 * (a > b ? a : b))))
  return result;
}

//: erf_R: between -1 and 1, with the sign of the argument
real erf_R(real x) {
  real result = __pendulum_real_erf_R(x);
  ENSURE_NAN_IF(IS_NAN(x))
  ENSURE_SIGN
  ENSURE_ZERO
  ENSURE(IMPLIES(MAGNITUDE == INF, __builtin_fabs_R(result) == 1))
  ENSURE_BETWEEN(-1, 1)
  return result;
}

//: erfc_R: between 0 and 2
real erfc_R(real x) {
  real result = __pendulum_real_erfc_R(x);
  ENSURE_NAN_IF(IS_NAN(x))
  ENSURE(IMPLIES(x == INF, IS_EQUAL((real)0)) & IMPLIES(x == -INF, result == 2))
  ENSURE_BETWEEN(0, 2)
  return result;
}

//: tgamma_R: positive for positive numbers
real tgamma_R(real x) {
  real result = __pendulum_real_tgamma_R(x);
  ENSURE_NAN_IF(IS_NAN(x) | (x == -INF) | ((x < 0) & (__builtin_trunc_R(x) == x)))
  ENSURE(IMPLIES(x == 0, (__builtin_fabs_R(result) == INF) & HAS_SIGN_OF(x)) & IMPLIES(x == INF, result == INF))
  ENSURE_BOUND(IMPLIES(x > 0, result > (real)0.875L))
  return result;
}

//: lgamma_R: positive infinity for infinities, zero and negative integers; not negative from 2
real lgamma_R(real x) {
  real result = __pendulum_real_lgamma_R(x);
  ENSURE_NAN_IF(IS_NAN(x))
  ENSURE(IMPLIES((x == 1) | (x == 2), result == 0))
  ENSURE(IMPLIES((MAGNITUDE == INF) | ((x <= 0) & (__builtin_trunc_R(x) == x)), result == INF))
  ENSURE_BOUND(IMPLIES((x >= 3), result > 0))
  return result;
}

//: nan_R: NaN
real nan_R(const char *tag) {
  real result = __pendulum_real_nan_R(tag);
  ENSURE(IS_NAN(result))
  return result;
}

#undef MAGNITUDE
#undef IS_FINITE
#undef OUTWARD
#undef INF
#undef EXPONENTIAL
#undef LOGARITHM
#undef NEAR_BELOW
#undef NEAR_ABOVE
#undef ENSURE_SIGN
#undef ENSURE_ZERO
