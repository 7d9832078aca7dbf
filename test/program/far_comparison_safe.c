// The order of addresses far outside of an object is arbitrary: they may wrap around (decision 12).
// property: reach
// expect: true
// engines: bmc=unknown portfolio=unknown
// options: --data-model ILP32
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  char a[8];
  int n = __VERIFIER_nondet_int();
  if (n < 0) return 0;
  char *p = a + n;
  if (p > a + 4) return 0;
  if (n > 4) reach_error();
  return 0;
}
