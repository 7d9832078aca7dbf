extern void reach_error(void);
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
#include <string.h>
static float inverse_sqrt(float x) {
  float half = 0.5f * x;
  int i;
  memcpy(&i, &x, sizeof i);
  i = 0x5f3759df - (i >> 1);
  memcpy(&x, &i, sizeof x);
  return x * (1.5f - half * x * x);
}
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (!(x >= 1.0f && x <= 4.0f)) return 0;
  float y = inverse_sqrt(x);
  if (!(y > 0.4f && y < 1.1f)) reach_error();
  return 0;
}
