// Nested calls: McCarthy 91 on a bounded range.
// property: reach
// expect: true
// engines: bmc=true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int f91(int x) {
  if (x > 100) return x - 10;
  return f91(f91(x + 11));
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 85) return 0;
  int r = f91(n);
  if (r != 91 && !(n > 101 && r == n - 10)) reach_error();
  return 0;
}
