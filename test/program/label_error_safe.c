// Control that reaches the label ERROR is a violation, also if it loops there.
// property: reach
// expect: true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x * 2 == 7) goto ERROR;
  return 0;
ERROR:
  goto ERROR;
}
