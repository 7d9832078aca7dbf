// double: IEC 60559 binary64. float.c explains the definitions.
#define real double
#define PRECISION 53
#define BIAS 1023
#define INFINITE_EXPONENT 2047
#define MOST __DBL_MAX__
#define LEAST_NORMAL __DBL_MIN__
#define LEAST __DBL_DENORM_MIN__
#define EPSILON __DBL_EPSILON__
union __pendulum_bits { double number; unsigned long long bits; };

static int __pendulum_exponent(double x) {
  union __pendulum_bits u = {x};
  int field = u.bits >> 52 & 2047;
  return field + (field == 0);
}

static unsigned long long __pendulum_significand(double x) {
  union __pendulum_bits u = {x};
  unsigned long long leading = (u.bits >> 52 & 2047) != 0;
  return leading << 52 | (u.bits & ((1ull << 52) - 1));
}

static double __pendulum_make(int is_negative, int exponent, unsigned long long significand) {
  union __pendulum_bits u;
  u.bits = ((unsigned long long)is_negative << 63) + ((unsigned long long)(exponent - 1) << 52) + significand;
  return u.number;
}
