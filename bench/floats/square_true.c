extern void reach_error(void);
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
// Taylor polynomial of the square root of 1 + x.
int main(void) {
  float in = __VERIFIER_nondet_float();
  if (!(in >= 0.0f && in < 1.0f)) return 0;
  float x = in;
  float result = 1.0f + 0.5f * x - 0.125f * x * x + 0.0625f * x * x * x - 0.0390625f * x * x * x * x;
  if (!(result >= 0.0f && result < 1.5f)) reach_error();
  return 0;
}
