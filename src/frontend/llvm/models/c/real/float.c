// float: IEC 60559 binary32. The files each_*.c define the functions of math.h once for all three formats:
// the build replaces _R in names by the suffix of the type (none, f, l).
//
// A finite number is +-significand * 2^(exponent - BIAS - PRECISION + 1). The significand has PRECISION bits
// and contains the leading bit, which is 0 only for subnormal numbers and zero; their exponent is 1.
// Infinities and NaNs have the exponent INFINITE_EXPONENT.
#define real float
#define PRECISION 24
#define BIAS 127
#define INFINITE_EXPONENT 255
#define MOST __FLT_MAX__
#define LEAST_NORMAL __FLT_MIN__
#define LEAST __FLT_DENORM_MIN__
#define EPSILON __FLT_EPSILON__
union __pendulum_bitsf { float number; unsigned bits; };

static int __pendulum_exponentf(float x) {
  union __pendulum_bitsf u = {x};
  int field = u.bits >> 23 & 255;
  return field + (field == 0);
}

static unsigned long long __pendulum_significandf(float x) {
  union __pendulum_bitsf u = {x};
  unsigned leading = (u.bits >> 23 & 255) != 0;
  return leading << 23 | (u.bits & ((1u << 23) - 1));
}

// Requires: the leading bit is set or the exponent is 1. It is added to the field of the exponent.
static float __pendulum_makef(int is_negative, int exponent, unsigned long long significand) {
  union __pendulum_bitsf u;
  u.bits = ((unsigned)is_negative << 31) + ((unsigned)(exponent - 1) << 23) + (unsigned)significand;
  return u.number;
}
