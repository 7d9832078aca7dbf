// Division by zero returns an infinity, and the difference of infinities is NaN.
// property: reach
// expect: true
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  if (!(x > 0.0)) return 0;
  double zero = 0.0, inf = x / zero;
  if (inf <= 1.7976931348623157e308 || inf - inf == inf - inf) reach_error();
  return 0;
}
