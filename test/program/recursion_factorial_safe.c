// A product of the numbers from 1 to n, which has no linear summary, for all n up to 12.
// property: reach
// expect: true
// engines: summaries=true portfolio=true
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static int factorial(int n) { return n <= 1 ? 1 : n * factorial(n - 1); }

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 12) return 0;
  int result = factorial((int)n);
  if (result < (int)n || result > 479001600) reach_error();
  return 0;
}
