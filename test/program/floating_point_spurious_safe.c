// The engines find a path with a wrong floating-point result; the native replay refutes it.
// property: reach
// expect: true
// engines: portfolio=unknown bmc=unknown
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  float f = 2.5f * 2;
  if (x == 7 && (int)f == 6) reach_error();
  return 0;
}
