// The conversion of a number that does not fit is undefined: a proof holds for every result.
// property: reach
// expect: false
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  if (!(x >= 5e9)) return 0;
  int i = (int)x;
  if (i < 0) reach_error();
  return 0;
}
