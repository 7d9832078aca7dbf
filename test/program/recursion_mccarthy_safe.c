// The 91 function of McCarthy without a bound on its argument; the proof needs a summary.
// property: reach
// expect: true
// engines: summaries=true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int f(int x) {
  if (x > 100) return x - 10;
  return f(f(x + 11));
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x <= 101 && f(x) != 91) reach_error();
  return 0;
}
