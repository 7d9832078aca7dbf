// Numbers as conditions: zeros are false, NaN is true.
// property: reach
// expect: false
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);

int main(void) {
  float f = __VERIFIER_nondet_float();
  int n = 0;
  if (f) n = 1;
  if (!f) n += 2;
  n += f ? 4 : 8;
  if (n == 5 && f != f) reach_error();
  return 0;
}
