// A counter that decreases in steps of seven.
// property: reach
// expect: true
// options: --set portfolio.engines=impulse
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  int i = 700000;
  while (i > n) i -= 7;
  if (n == 2 && i > 2) reach_error();
  return 0;
}
