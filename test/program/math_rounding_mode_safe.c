// fesetround changes the results of operations.
// property: reach
// expect: true
#include <fenv.h>

extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

int main(void) {
  double x = 1, y = 3;
  double down, up;
  if (fesetround(FE_DOWNWARD) != 0 || fegetround() != FE_DOWNWARD) return 0;
  down = x / y;
  if (fesetround(FE_UPWARD) != 0 || fesetround(1) == 0) reach_error();
  up = x / y;
  if (!(down < up)) reach_error();
  return 0;
}
