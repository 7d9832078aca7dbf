// EUFORIA, section 5.5: the microbenchmark with several calls of one function with a loop.
// property: reach
// expect: true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

int loop(int x) {
  int i = 0;
  while (i < x) i++;
  return i;
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x > 0 && x < 1000);
  int y = loop(x);
  y = loop(y);
  y = loop(y);
  if (y != x) reach_error();
  return 0;
}
