// Division by zero and INT_MIN / -1 have no result.
// property: overflow
// expect: false
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  if (y == 0) return 0;
  return x / y;
}
