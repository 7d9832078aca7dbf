// Recursion to a depth of 25 or 26 calls.
// property: reach
// expect: true
// engines: bmc=true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int id(int n) { return n == 0 ? 0 : id(n - 1) + 1; }

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 25) return 0;
  if (id(n) == 26) reach_error();
  return 0;
}
