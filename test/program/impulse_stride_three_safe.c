// A counter that increases in steps of three passes the limit by one.
// property: reach
// expect: true
// options: --set portfolio.engines=impulse
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  int i = 1;
  while (i < n) i += 3;
  if (n == 300000 && i < 300000) reach_error();
  return 0;
}
