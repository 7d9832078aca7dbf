// A proof by a table of the results of fib: the execution has 21,891 calls, but only 21 different ones.
// property: reach
// expect: true
// engines: summaries=true portfolio=true
extern void reach_error(void);

static int fib(int n) {
  if (n < 2) return n;
  return fib(n - 1) + fib(n - 2);
}

int main(void) {
  if (fib(20) != 6765) reach_error();
  return 0;
}
