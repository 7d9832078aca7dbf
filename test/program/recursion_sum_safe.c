// Recursion: the sum of 1 to n.
// property: reach
// expect: true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

static int sum(int n) { return n <= 0 ? 0 : n + sum(n - 1); }

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 0 && n < 4);
  if (sum(n) > 6) reach_error();
  return 0;
}
