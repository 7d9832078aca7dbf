// Rounding to integers in several directions.
// property: reach
// expect: false
#include <math.h>

extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  __VERIFIER_assume(x >= -100 && x <= 100);
  if (!(floor(x) <= x && x <= ceil(x))) reach_error();
  if (!(fabs(trunc(x)) <= fabs(x))) reach_error();
  if (lround(x) > 99) reach_error();
  return 0;
}
