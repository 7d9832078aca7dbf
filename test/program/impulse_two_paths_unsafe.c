// The input decides in each iteration which of two counters changes.
// property: reach
// expect: false
// options: --set portfolio.engines=impulse
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int a = 0, b = 0;
  while (a + b < 100000) {
    if (__VERIFIER_nondet_int()) a++;
    else b++;
  }
  if (a == 60000 && b == 40000) reach_error();
  return 0;
}
