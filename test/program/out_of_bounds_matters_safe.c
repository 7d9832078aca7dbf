// Only executions that leave the array before reach the error: neither an error nor a proof.
// property: reach
// expect: true
// engines: portfolio=unknown bmc=unknown kinduction=unknown
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

int main(void) {
  int a[4] = {0, 0, 0, 0};
  int i = __VERIFIER_nondet_int();
  if (i < 0) return 0;
  a[i] = 1;
  if (i < 0 || i > 3 || a[i] != 1) reach_error();
  return 0;
}
