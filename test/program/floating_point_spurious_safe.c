// The engines find a path with a wrong result of sin; the native replay refutes it.
// property: reach
// expect: true
// engines: portfolio=unknown bmc=unknown
extern int __VERIFIER_nondet_int(void);
extern double sin(double);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  double y = sin(0.5);
  if (x == 7 && y > 0.5) reach_error();
  return 0;
}
