// A step of a controller with limited output.
// property: reach
// expect: true
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);

float limit(float x) { return x > 10.0f ? 10.0f : x < -10.0f ? -10.0f : x; }

int main(void) {
  float error = __VERIFIER_nondet_float(), integral = 0.0f, output = 0.0f;
  if (!(error >= -100.0f && error <= 100.0f)) return 0;
  for (int i = 0; i < 2; ++i) {
    integral = limit(integral + error * 0.5f);
    output = limit(error * 2.0f + integral);
  }
  if (output > 10.0f || output < -10.0f || integral > 10.0f) reach_error();
  return 0;
}
