extern void reach_error(void);
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
// Multiples of 1/8 are exact.
int main(void) {
  float s = 0.0f;
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 40) return 0;
  for (int i = 0; i < n; i++) s += 0.125f;
  if (s * 8.0f != n - (n == 37)) reach_error();
  return 0;
}
