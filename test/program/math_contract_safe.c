// The contract of sin bounds its result; the native replay calls the function.
// property: reach
// expect: true
#include <math.h>

extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  __VERIFIER_assume(x >= 0 && x <= 2);
  double y = sin(x);
  if (!(y >= 0 && y <= 1)) reach_error();
  if (exp(x) < 1 || !(pow(x, 0) == 1)) reach_error();
  return 0;
}
