extern void reach_error(void);
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
#include <math.h>
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 200) return 0;
  double r = sqrt((double)(n * n));
  if (r != n ) reach_error();
  return 0;
}
