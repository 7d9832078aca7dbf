// An access outside of an array ends the execution; it does not wrap to an element.
// property: reach
// expect: false
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

int main(void) {
  int a[4] = {0, 0, 0, 0};
  int i = __VERIFIER_nondet_int();
  a[i] = 1;
  if (i == 3) reach_error();
  return 0;
}
