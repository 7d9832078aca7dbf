// If overflow is the property, reach_error is not an error; a failing __VERIFIER_assert ends the execution.
// property: overflow
// expect: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void __VERIFIER_assert(int);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 7) reach_error();
  __VERIFIER_assert(x < 2147483647);
  return x + 1;
}
