// Zeros of both signs are equal, but their reciprocals are different.
// property: reach
// expect: true
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);

int main(void) {
  float x = __VERIFIER_nondet_float();
  if (x != 0.0f) return 0;
  float r = 1.0f / x;
  if (r > 0.0f == r < 0.0f) reach_error();
  return 0;
}
