// The macros of math.h that classify numbers.
// property: reach
// expect: false
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);

#include <math.h>

int main(void) {
  double x = __VERIFIER_nondet_double();
  int n = !!isnan(x) + !!isinf(x) + !!(x == 0.0) + !!(isnormal(x)) + (fpclassify(x) == FP_SUBNORMAL);
  if (n == 1 && signbit(x) && isinf(x)) reach_error();
  return 0;
}
