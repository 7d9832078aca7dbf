// EUFORIA, Figure 1.2: i follows j at a distance of at most one.
// property: reach
// expect: true
// engines: euforia=true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

int main(void) {
  int i = 0, j = 0;
  while (__VERIFIER_nondet_int() && j < 10) {
    if (i < j) i = i + 1;
    j = j + 1;
  }
  if (!(j == i || j == i + 1)) reach_error();
  return 0;
}
