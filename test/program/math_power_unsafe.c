// __builtin_powi, which the compiler's run-time library computes by repeated squaring.
// property: reach
// expect: false
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int exponent = __VERIFIER_nondet_int();
  if (exponent < -3 || exponent > 3) return 0;
  double power = __builtin_powi(2.0, exponent);
  if (power < 0.125 || power > 7) reach_error();
  if (__builtin_powif(3.0f, 4) != 81.0f) reach_error();
  return 0;
}
