// The negation of INT_MIN is not representable.
// property: overflow
// expect: true
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x <= -2147483647 - 1) return 0;
  x = -x;
  return 0 - x;
}
