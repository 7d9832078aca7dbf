// EUFORIA, Figure 3.2: the loop body runs twice, so i = 6 at the end.
// property: reach
// expect: true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

int main(void) {
  int i = 0;
  while (i < 5) i = i + 3;
  if (!(i < 7)) reach_error();
  return 0;
}
