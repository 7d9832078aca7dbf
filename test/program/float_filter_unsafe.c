// A filter with the weights 0.75 and 0.25 stays in the interval of its inputs.
// property: reach
// expect: false
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);

int main(void) {
  float state = 0.0f;
  for (int i = 0; i < 2; ++i) {
    float x = __VERIFIER_nondet_float();
    if (!(x >= -1.0f && x <= 1.0f)) return 0;
    state = 0.75f * state + 0.25f * x;
  }
  if (state > 0.4f) reach_error();
  return 0;
}
