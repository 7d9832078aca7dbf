extern void reach_error(void);
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
#include <stdlib.h>
static double to_celsius(double f) { return (f - 32.0) * 5.0 / 9.0; }
int main(int argc, char **argv) {
  double f = argc > 1 ? atoi(argv[1]) % 200 : 50;
  if (f < 32) f = 32;
  double c = to_celsius(f);
  if (c < 0.0 || c > 90.0) reach_error();
  return 0;
}
