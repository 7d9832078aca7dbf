extern void reach_error(void);
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
// A PID controller with saturated output and anti-windup.
static float clamp(float v, float lo, float hi) { return v < lo ? lo : v > hi ? hi : v; }
int main(void) {
  float integral = 0.0f, previous = 0.0f, out = 0.0f;
  for (int i = 0; i < 5; i++) {
    float measured = __VERIFIER_nondet_float();
    if (!(measured >= -10.0f && measured <= 10.0f)) return 0;
    float error = 1.0f - measured;
    integral = clamp(integral + error * 0.01f, -1.0f, 1.0f);
    out = 2.0f * error + 0.5f * integral + 0.1f * (error - previous) / 0.01f;
    previous = error;
    out = clamp(out, -100.0f, 100.0f);
  }
  if (!(out >= -100.0f && out <= 100.0f)) reach_error();
  return 0;
}
