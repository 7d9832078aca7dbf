// The bits of a number, read through a union.
// property: reach
// expect: true
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);

int main(void) {
  union { float f; unsigned bits; } u;
  u.f = __VERIFIER_nondet_float();
  if (!(u.f > 1.0f && u.f < 4.0f)) return 0;
  unsigned exponent = u.bits >> 23;
  if (exponent != 127 && exponent != 128) reach_error();
  return 0;
}
