// Addition of floating-point numbers is not associative.
// property: reach
// expect: false
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);

int main(void) {
  float a = __VERIFIER_nondet_float();
  if (!(a >= 1.0f && a <= 2.0f)) return 0;
  float big = 16777216.0f;
  float left = (a + big) - big;
  float right = a + (big - big);
  if (left != right) reach_error();
  return 0;
}
