// The square of the root of a number is the number up to rounding errors.
// property: reach
// expect: true
// options: --data-model LP64
#include <math.h>

extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  if (!(x >= 1 && x <= 100)) return 0;
  double r = sqrt(x);
  if (!(fabs(r * r - x) < 1e-12) || !(r * r <= x * 1.0000001) || !(fabs(round(x) - x) <= 0.5)) reach_error();
  return 0;
}
