// The compiler folds constants; an overflow in them is an error nevertheless if it is reached.
// property: overflow
// expect: false
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 5 && x < 7) x = 2147483647 + 1;
  return 0;
}
