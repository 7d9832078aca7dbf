// Minimum, maximum and difference (C17 7.12.12, C23 7.12.12), and the neighbours of a number (C17 7.12.11).

// The result for zeros of different signs is unspecified (C17 F.10.9.2). The GNU C library returns the second
// one, except for i386 and for the minimum of long doubles.
//: fmin_R: minimum; a NaN is a missing argument
real fmin_R(real x, real y) {
  return (x < y) | (y != y) | ((IS_I386 | (PRECISION == 64)) & (x == y)) ? x : y;
}

//: fmax_R: maximum; a NaN is a missing argument
real fmax_R(real x, real y) {
  return (x > y) | (y != y) | ((IS_I386 & (PRECISION != 64)) & (x == y)) ? x : y;
}

//: fminmag_R: the number with the smaller magnitude; a NaN is a missing argument
real fminmag_R(real x, real y) {
  real a = __builtin_fabs_R(x), b = __builtin_fabs_R(y);
  return (a < b) | ((a == b) & (x < y)) | (y != y) ? x : y;
}

//: fmaxmag_R: the number with the greater magnitude; a NaN is a missing argument
real fmaxmag_R(real x, real y) {
  real a = __builtin_fabs_R(x), b = __builtin_fabs_R(y);
  return (a > b) | ((a == b) & (x > y)) | (y != y) ? x : y;
}

// In the functions of C23, +0 is greater than -0. The functions *_num treat a NaN as a missing argument; the
// others return it.
#define IS_BELOW(x, y) (((x) < (y)) | (((x) == (y)) & (__builtin_signbit(x) > __builtin_signbit(y))))
#define IS_SMALLER(x, y)                                    \
  ((__builtin_fabs_R(x) < __builtin_fabs_R(y)) |            \
   ((__builtin_fabs_R(x) == __builtin_fabs_R(y)) & IS_BELOW(x, y)))
#define IS_GREATER(x, y)                                    \
  ((__builtin_fabs_R(x) > __builtin_fabs_R(y)) |            \
   ((__builtin_fabs_R(x) == __builtin_fabs_R(y)) & IS_BELOW(y, x)))
#define CHOOSE(is_first) \
  if ((x != x) | (y != y)) return x + y; \
  return is_first ? x : y;
#define CHOOSE_NUMBER(is_first) \
  if ((x != x) & (y != y)) return x + y; \
  return is_first | (y != y) ? x : y;

//: fminimum_R: minimum or NaN
real fminimum_R(real x, real y) { CHOOSE(IS_BELOW(x, y)) }

//: fmaximum_R: maximum or NaN
real fmaximum_R(real x, real y) { CHOOSE(IS_BELOW(y, x)) }

//: fminimum_num_R: minimum; a NaN is a missing argument
real fminimum_num_R(real x, real y) { CHOOSE_NUMBER(IS_BELOW(x, y)) }

//: fmaximum_num_R: maximum; a NaN is a missing argument
real fmaximum_num_R(real x, real y) { CHOOSE_NUMBER(IS_BELOW(y, x)) }

//: fminimum_mag_R: the number with the smaller magnitude, or NaN
real fminimum_mag_R(real x, real y) { CHOOSE(IS_SMALLER(x, y)) }

//: fmaximum_mag_R: the number with the greater magnitude, or NaN
real fmaximum_mag_R(real x, real y) { CHOOSE(IS_GREATER(x, y)) }

//: fminimum_mag_num_R: the number with the smaller magnitude; a NaN is a missing argument
real fminimum_mag_num_R(real x, real y) { CHOOSE_NUMBER(IS_SMALLER(x, y)) }

//: fmaximum_mag_num_R: the number with the greater magnitude; a NaN is a missing argument
real fmaximum_mag_num_R(real x, real y) { CHOOSE_NUMBER(IS_GREATER(x, y)) }

#undef IS_BELOW
#undef IS_SMALLER
#undef IS_GREATER
#undef CHOOSE
#undef CHOOSE_NUMBER

//: fdim_R: positive difference; sets errno if it overflows
real fdim_R(real x, real y) {
  real difference = x - y;
  if (x <= y) return 0;
  if ((difference > MOST) & (x <= MOST) & (y >= -MOST)) __pendulum_errno = out_of_range;
  return difference;
}

// The neighbour of a number other than zero whose magnitude is greater, or smaller.
static real __pendulum_neighbour_R(real x, int is_greater) {
  const unsigned long long leading = 1ull << (PRECISION - 1);
  unsigned long long significand = __pendulum_significand_R(x);
  int exponent = __pendulum_exponent_R(x);
  if (is_greater && significand == 2 * leading - 1) {
    significand = leading;
    ++exponent;
  } else if (!is_greater && significand == leading && exponent > 1) {
    significand = 2 * leading - 1;
    --exponent;
  } else {
    significand += is_greater ? 1 : -1;
  }
  return __pendulum_make_R(__builtin_signbit(x) != 0, exponent, significand);
}

// Sets errno as the GNU C library does: not for the neighbours of zero.
#define NEXT_AFTER                                                             \
  real next;                                                                   \
  if ((x != x) | (y != y)) return (real)(x + y);                               \
  if (x == y) return (real)y;                                                  \
  if (x == 0) return y > 0 ? LEAST : -LEAST;                                   \
  next = __pendulum_neighbour_R(x, (x < y) == (x > 0));                        \
  if ((__builtin_fabs_R(next) > MOST) | (__builtin_fabs_R(next) < LEAST_NORMAL)) \
    __pendulum_errno = out_of_range;                                           \
  return next;

//: nextafter_R: the neighbour of the first number in the direction of the second
real nextafter_R(real x, real y) { NEXT_AFTER }

//: nexttoward_R: the neighbour of the first number in the direction of the second
real nexttoward_R(real x, long double y) { NEXT_AFTER }

#undef NEXT_AFTER

//: nextup_R: the least greater number
real nextup_R(real x) {
  if (x == 0) return LEAST;
  return (x != x) | (x > MOST) ? x + x : __pendulum_neighbour_R(x, x > 0);
}

//: nextdown_R: the greatest smaller number
real nextdown_R(real x) {
  if (x == 0) return -LEAST;
  return (x != x) | (x < -MOST) ? x + x : __pendulum_neighbour_R(x, x < 0);
}
