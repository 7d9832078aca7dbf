// A sum of signed integers stays in range only if both summands are small enough.
// property: overflow
// expect: true
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  if (x < 0 || x > 1073741823 || y < 0 || y > 1073741824) return 0;
  return x + y;
}
