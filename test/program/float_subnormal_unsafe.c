// The difference of different numbers is not zero.
// property: reach
// expect: false
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);

int main(void) {
  float a = __VERIFIER_nondet_float(), b = __VERIFIER_nondet_float();
  if (!(a > 0.0f && a < 1e-37f && b > 0.0f && b < 1e-37f) || a == b) return 0;
  float d = a - b;
  if (d < 1e-44f && d > -1e-44f) reach_error();
  return 0;
}
