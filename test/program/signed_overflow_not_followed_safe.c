// Executions that overflow a signed int are not followed further.
// property: reach
// expect: true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x;
  if (y + 1 < y) reach_error();
  return 0;
}
