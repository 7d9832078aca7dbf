extern void reach_error(void);
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
// Compensated summation.
int main(void) {
  float sum = 0.0f, c = 0.0f;
  for (int i = 0; i < 100; i++) {
    float y = 0.1f - c, t = sum + y;
    c = (t - sum) - y;
    sum = t;
  }
  float d = sum - 10.0f;
  if (d < 0.0f) d = -d;
  if (d > 0.00001f) reach_error();
  return 0;
}
