// Large integers are rounded to the nearest number.
// property: reach
// expect: false
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  float f = (float)x;
  double d = x;
  if (f - d == 64) reach_error();
  return 0;
}
