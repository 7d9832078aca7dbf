// Mutual recursion without a bound: exactly one of even and odd holds.
// property: reach
// expect: true
// engines: summaries=true
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static int odd(unsigned n);
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  int result = even(n);
  if (result < 0 || result > 1) reach_error();
  return 0;
}
