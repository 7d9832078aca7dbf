// Integers of more than 24 bits are rounded to the nearest float.
// property: reach
// expect: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = 16777216 + (__VERIFIER_nondet_int() & 255);
  float f = (float)x;
  double d = x;
  if ((long long)d != x || f - d > 1 || f - d < -1) reach_error();
  return 0;
}
