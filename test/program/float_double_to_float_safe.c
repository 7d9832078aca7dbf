// The conversion to float rounds to the nearest number.
// property: reach
// expect: true
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  if (!(x >= 1.0 && x <= 2.0)) return 0;
  float f = (float)x;
  double error = (double)f - x;
  if (error > 5.9604644775390625e-8 || error < -5.9604644775390625e-8) reach_error();
  return 0;
}
