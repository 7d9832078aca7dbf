// EUFORIA, Example 3.2: k = i in the first loop, k = j in the second.
// property: reach
// expect: true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  int k = 0, i = 0, j;
  while (i < n) {
    i = i + 1;
    k = k + 1;
  }
  j = n;
  while (j > 0) {
    if (!(k > 0)) reach_error();
    j = j - 1;
    k = k - 1;
  }
  return 0;
}
