// Exponents and neighbours of a long double.
// property: reach
// expect: false
#include <math.h>

extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

int main(void) {
  int exponent;
  long double fraction = frexpl(12.0L, &exponent);
  if (fraction != 0.75L || exponent != 4 || ldexpl(fraction, exponent) != 12.0L) reach_error();
  if (nextafterl(1.0L, 2.0L) != 1.0L + 0x1p-63L || ilogbl(0x1p-16445L) != -16444) reach_error();
  return 0;
}
