// A conversion to int discards the fraction.
// property: reach
// expect: true
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);

int main(void) {
  float x = __VERIFIER_nondet_float();
  if (!(x > -100.0f && x < 100.0f)) return 0;
  int i = (int)x;
  float f = x - (float)i;
  if (f <= -1.0f || f >= 1.0f || i > 99 || i < -99) reach_error();
  return 0;
}
