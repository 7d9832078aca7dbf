// fmod divides the significands.
// property: reach
// expect: true
#include <math.h>

extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

int main(void) {
  float x = __VERIFIER_nondet_double();
  __VERIFIER_assume(x >= 1 && x < 8);
  float rest = fmodf(x, 2);
  if (!(rest >= 0 && rest < 2)) reach_error();
  if (remainder(7.0, 2.0) != -1) reach_error();
  return 0;
}
