extern void reach_error(void);
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
#include <math.h>
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (!(x >= 0.0f && x < 20.0f)) return 0;
  float r = fmodf(x, 3.0f);
  if (!(r >= 0.0f && r < 3.0f)) reach_error();
  return 0;
}
