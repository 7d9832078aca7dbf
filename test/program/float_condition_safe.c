// Numbers as conditions: zeros are false, NaN is true.
// property: reach
// expect: true
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);

int main(void) {
  float f = __VERIFIER_nondet_float();
  int n = 0;
  if (f) n = 1;
  if (!f) n += 2;
  n += f ? 4 : 8;
  if (f == 0.0f ? n != 10 : n != 5) reach_error();
  return 0;
}
