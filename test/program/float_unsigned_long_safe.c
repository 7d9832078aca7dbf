// The largest unsigned integers become powers of two.
// property: reach
// expect: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  unsigned long long x = 0xffffffffffffffffULL - (__VERIFIER_nondet_int() & 255);
  double d = (double)x;
  float f = (float)(x >> 1);
  if (d != 18446744073709551616.0 || f != 9223372036854775808.0f) reach_error();
  return 0;
}
