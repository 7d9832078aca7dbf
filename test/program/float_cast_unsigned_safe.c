// Conversions to unsigned types and to _Bool.
// property: reach
// expect: true
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);

int main(void) {
  float x = __VERIFIER_nondet_float();
  if (!(x > -1.0f && x < 4294967296.0f)) return 0;
  unsigned u = (unsigned)x;
  _Bool b = x;
  if (u > 0 && !b) reach_error();
  return 0;
}
