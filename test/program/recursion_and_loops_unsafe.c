// A loop in a recursive function, and recursive calls in a loop.
// property: reach
// expect: false
// engines: bmc=false
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int sum(int n) {
  int t = 0;
  if (n == 0) return 0;
  for (int i = 0; i < n; i++) t += 1;
  return t + sum(n - 1);
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 4) return 0;
  int s = 0;
  for (int i = 0; i <= n; i++) s = sum(i);
  if (s > 9) reach_error();
  return 0;
}
