// An inner loop that is executed repeatedly; its counter is never reset.
// property: reach
// expect: false
// options: --set portfolio.engines=impulse
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int i = 0, total = 0;
  while (i < 3) {
    int stop = __VERIFIER_nondet_int();
    while (total < stop && total < 100000) total++;
    i++;
  }
  if (total > 99999) reach_error();
  return 0;
}
