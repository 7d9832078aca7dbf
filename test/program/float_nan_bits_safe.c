// The sign and the payload of a computed NaN are not specified; those of a copied NaN are kept.
// property: reach
// expect: true
extern void reach_error(void);

int main(void) {
  union { float f; unsigned bits; } u;
  volatile float zero = 0.0f;
  u.f = zero / zero;
  if ((u.bits & 0x7fffffffu) <= 0x7f800000u) reach_error();
  return 0;
}
