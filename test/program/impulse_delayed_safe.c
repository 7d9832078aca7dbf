// One variable holds the value that another one had in the previous iteration.
// property: reach
// expect: true
// options: --set portfolio.engines=impulse
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  int previous = 0, current = 0;
  while (current < n) {
    previous = current;
    current += 2;
  }
  if (current == 200000 && previous != 199998) reach_error();
  return 0;
}
