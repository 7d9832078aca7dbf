// A conversion and its inverse, and sums in another order, agree up to rounding errors.
// property: reach
// expect: true
// options: --data-model LP64
#include <math.h>

extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);

int main(void) {
  double c = __VERIFIER_nondet_double(), x = __VERIFIER_nondet_double(), y = __VERIFIER_nondet_double();
  if (!(fabs(c) <= 1000 && fabs(x) <= 1000 && fabs(y) <= 1000)) return 0;
  double f = c * 9 / 5 + 32;
  if (!(fabs((f - 32) * 5 / 9 - c) < 1e-9)) reach_error();
  if (!(fabs((c + x) + y - (c + (x + y))) < 1e-9)) reach_error();
  return 0;
}
