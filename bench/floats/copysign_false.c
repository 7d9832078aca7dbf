extern void reach_error(void);
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
#include <math.h>
int main(void) {
  double x = __VERIFIER_nondet_double();
  if (isnan(x)) return 0;
  double y = copysign(x, -1.0);
  if (!(signbit(y) && (y <= 0.0) && fabs(y) == fabs(x) && y < 0.0)) reach_error();
  return 0;
}
