extern void reach_error(void);
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
// The same filter without a bound on the number of steps.
int main(void) {
  float y = 0.0f;
  while (1) {
    float x = __VERIFIER_nondet_float();
    if (!(x >= -1.0f && x <= 1.0f)) return 0;
    y = 0.5f * y + 0.5f * x;
    if (!(y <= 1.0f && y >= -1.0f)) reach_error();
  }
}
