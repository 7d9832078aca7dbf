extern void reach_error(void);
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
#include <math.h>
int main(void) {
  float x = __VERIFIER_nondet_float();
  int c = (isnan(x) != 0) + (isinf(x) != 0) + (fpclassify(x) == FP_ZERO) + (fpclassify(x) == FP_SUBNORMAL) + (isnormal(x) != 0);
  if (c != 1) reach_error();
  if (isfinite(x) && x - x != 0.0f) reach_error();
  return 0;
}
