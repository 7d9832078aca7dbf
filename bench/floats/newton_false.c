extern void reach_error(void);
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
// One Newton step for a polynomial near its root (in the style of CDFPL).
float f(float x) { return x - (x * x * x) / 6.0f + (x * x * x * x * x) / 120.0f; }
float fp(float x) { return 1.0f - (x * x) / 2.0f + (x * x * x * x) / 24.0f; }
int main(void) {
  float in = __VERIFIER_nondet_float();
  if (!(in > -0.4f && in < 0.4f)) return 0;
  float x = in - f(in) / fp(in);
  if (!(x < 0.00001f && x > -0.00001f)) reach_error();
  return 0;
}
