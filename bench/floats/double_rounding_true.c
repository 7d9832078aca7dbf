extern void reach_error(void);
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
  if (!(x >= 1.0 && x <= 2.0)) return 0;
  float f = (float)x;
  double d = x - f;
  if (d < 0) d = -d;
  if (d > 5.97e-8) reach_error();
  return 0;
}
