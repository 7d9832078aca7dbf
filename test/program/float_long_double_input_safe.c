// Inputs of type long double.
// property: reach
// expect: true
extern void reach_error(void);

extern long double __VERIFIER_nondet_long_double(void);

int main(void) {
  long double x = __VERIFIER_nondet_long_double();
  if (!(x > 1.0L && x < 1.0L + 1e-19L + 1e-19L)) return 0;
  if ((double)x != 1.0) reach_error();
  return 0;
}
