// The stride is an input.
// property: reach
// expect: false
// options: --set portfolio.engines=impulse
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int stride = __VERIFIER_nondet_int();
  if (stride < 1 || stride > 9) return 0;
  int i = 0, turns = 0;
  while (i < 70000) {
    i += stride;
    turns++;
  }
  if (stride == 7 && turns == 10000) reach_error();
  return 0;
}
