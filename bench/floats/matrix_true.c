extern void reach_error(void);
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  double a[2][2], v[2], w[2];
  for (int i = 0; i < 2; i++) {
    v[i] = __VERIFIER_nondet_int() % 100;
    for (int j = 0; j < 2; j++) a[i][j] = __VERIFIER_nondet_int() % 100;
  }
  for (int i = 0; i < 2; i++) {
    w[i] = 0.0;
    for (int j = 0; j < 2; j++) w[i] += a[i][j] * v[j];
  }
  if (!(w[0] <= 19602.0)) reach_error();
  return 0;
}
