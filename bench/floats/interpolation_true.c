extern void reach_error(void);
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
// Piecewise linear interpolation in a table.
int main(void) {
  double t[5] = {0.0, 1.5, 2.0, 4.0, 8.0};
  double min = 0.0, max = 4.0;
  double x = __VERIFIER_nondet_double();
  if (!(x >= min && x < max)) return 0;
  int i = (int)x;
  double r = t[i] + (t[i + 1] - t[i]) * (x - i);
  if (!(r >= 0.0 && r <= 8.0)) reach_error();
  return 0;
}
