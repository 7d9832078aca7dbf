// An uninitialised local is an input; a phi of 1 and undef must not become 1.
// property: reach
// expect: true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

int main(void) {
  int y;
  int x = __VERIFIER_nondet_int();
  if (x > 0) y = 1;
  if (x > 0 && y != 1) reach_error();
  return 0;
}
