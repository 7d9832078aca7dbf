// An array is passed to a function and indexed by a variable.
// property: reach
// expect: false
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

static int get(const int *a, int i) { return a[i]; }

int main(void) {
  int a[4] = {1, 2, 3, 4};
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i >= 0 && i < 4);
  a[i] = 9;
  if (get(a, i) != 9 || get(a, (i + 1) & 3) != 9) reach_error();
  return 0;
}
