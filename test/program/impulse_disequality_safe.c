// The loop ends when a counter equals a number.
// property: reach
// expect: true
// options: --set portfolio.engines=impulse
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0) return 0;
  int i = 0;
  while (i != n) i++;
  if (i != n) reach_error();
  return 0;
}
