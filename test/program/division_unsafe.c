// Division truncates towards zero; executions with a division by zero are not followed.
// property: reach
// expect: false
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int q = 7 / x;
  if (x == 0 || (x == -2 && (q != -3 || 7 % x != -1))) reach_error();
  return 0;
}
