// Mutual recursion.
// property: reach
// expect: false
// engines: bmc=false
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static int odd(unsigned n);
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 31) return 0;
  if (odd(n) && n >= 31) reach_error();
  return 0;
}
