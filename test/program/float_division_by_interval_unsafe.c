// The divisor may be zero, and the quotient infinite.
// property: reach
// expect: false
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  if (!(x >= -100.0 && x <= 100.0)) return 0;
  double quotient = x / (x * x - 1.0);
  if (!(quotient >= -101.0 && quotient <= 101.0)) reach_error();
  return 0;
}
