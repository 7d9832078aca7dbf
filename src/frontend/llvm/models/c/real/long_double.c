// long double: the extended format of the x87, which stores the leading bit of the significand. float.c
// explains the definitions.
#define real long double
#define PRECISION 64
#define BIAS 16383
#define INFINITE_EXPONENT 32767
#define MOST __LDBL_MAX__
#define LEAST_NORMAL __LDBL_MIN__
#define LEAST __LDBL_DENORM_MIN__
#define EPSILON __LDBL_EPSILON__
struct __pendulum_x87 { unsigned long long significand; unsigned short sign_and_exponent; };
union __pendulum_bitsl { long double number; struct __pendulum_x87 parts; };

static int __pendulum_exponentl(long double x) {
  union __pendulum_bitsl u = {x};
  int field = u.parts.sign_and_exponent & 32767;
  return field + (field == 0);
}

static unsigned long long __pendulum_significandl(long double x) {
  union __pendulum_bitsl u = {x};
  return u.parts.significand;
}

static long double __pendulum_makel(int is_negative, int exponent, unsigned long long significand) {
  union __pendulum_bitsl u;
  int field = significand >> 63 ? exponent : 0;
  u.parts.significand = significand;
  u.parts.sign_and_exponent = is_negative << 15 | field;
  return u.number;
}
