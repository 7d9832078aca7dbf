// Code after a loop without exit is not reached.
// property: reach
// expect: true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  while (1) x = x & 1;
  reach_error();
  return 0;
}
