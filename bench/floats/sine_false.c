extern void reach_error(void);
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
// Taylor polynomial of sine.
int main(void) {
  float in = __VERIFIER_nondet_float();
  if (!(in > -1.57f && in < 1.57f)) return 0;
  float x = in;
  float result = x - (x * x * x) / 6.0f + (x * x * x * x * x) / 120.0f + (x * x * x * x * x * x * x) / 5040.0f;
  if (!(result <= 0.99f && result >= -0.99f)) reach_error();
  return 0;
}
