extern void reach_error(void);
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
#include <fenv.h>
int main(void) {
  volatile float a = 1.0f, b = 3.0f;
  fesetround(FE_UPWARD);
  float up = a / b;
  fesetround(FE_DOWNWARD);
  float down = a / b;
  fesetround(FE_TONEAREST);
  float near = a / b;
  if (!(down < up && (near == down))) reach_error();
  return 0;
}
