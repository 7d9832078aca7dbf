// The 91 function of McCarthy is 92 for 102.
// property: reach
// expect: false
// engines: summaries=false
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int f(int x) {
  if (x > 100) return x - 10;
  return f(f(x + 11));
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x <= 102 && f(x) != 91) reach_error();
  return 0;
}
