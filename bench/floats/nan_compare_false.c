extern void reach_error(void);
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
// Only NaN differs from itself.
int main(void) {
  double x = __VERIFIER_nondet_double();
  if (x == x) { if (!(x < 0.0 || x >= 0.0)) reach_error(); }
  else if (!(x > 1.0)) reach_error();
  return 0;
}
