extern void reach_error(void);
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
#include <math.h>
int main(void) {
  double x = __VERIFIER_nondet_double();
  if (!(x > -1e9 && x < 1e9)) return 0;
  double f = floor(x), c = ceil(x);
  if (!(f <= x && x <= c && c - f <= 1.0)) reach_error();
  return 0;
}
