// An array whose length is chosen at run time: only lengths that fit the stack can be replayed.
// property: reach
// expect: false
// options: --data-model ILP32
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n == 0) return 0;
  int a[n];
  a[n - 1] = 7;
  if (n > 1000 || a[n - 1] != 7) reach_error();
  return 0;
}
