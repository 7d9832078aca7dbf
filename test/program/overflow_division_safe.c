// Division by zero and INT_MIN / -1 have no result.
// property: overflow
// expect: true
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  if (y == 0 || (y == -1 && x < -2147483647)) return 0;
  return x / y;
}
