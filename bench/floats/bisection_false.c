extern void reach_error(void);
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  double lo = 1.0, hi = 2.0;
  for (int i = 0; i < 20; i++) {
    double m = (lo + hi) / 2.0;
    if (m * m > 2.0) hi = m; else lo = m;
  }
  if (!(lo * lo <= 2.0 && hi * hi >= 2.0 && hi - lo < 1e-7)) reach_error();
  return 0;
}
