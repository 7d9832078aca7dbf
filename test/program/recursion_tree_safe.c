// Tree recursion: Fibonacci numbers with a bounded argument.
// property: reach
// expect: true
// engines: bmc=true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int fib(int n) {
  if (n < 1) return 0;
  if (n == 1) return 1;
  return fib(n - 1) + fib(n - 2);
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 9) return 0;
  if (fib(n) >= 35) reach_error();
  return 0;
}
