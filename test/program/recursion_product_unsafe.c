// The summary of a multiplication by repeated addition is a product, which is often not a sum.
// property: reach
// expect: false
// engines: portfolio=false
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int multiply(int n, int m) { return m == 0 ? 0 : n + multiply(n, m - 1); }

int main(void) {
  int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
  if (m < 0 || m > 40000 || n < 0 || n > 40000) return 0;
  if (multiply(m, n) == m + n + 1) reach_error();
  return 0;
}
