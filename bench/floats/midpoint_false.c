extern void reach_error(void);
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  double a = __VERIFIER_nondet_double(), b = __VERIFIER_nondet_double();
  if (!(a >= -1e308 && b <= 1e308 && a <= b)) return 0;
  double m = (a + b) / 2.0;
  if (!(a <= m && m <= b)) reach_error();
  return 0;
}
