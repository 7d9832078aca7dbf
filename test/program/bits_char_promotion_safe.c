// Integer promotion: unsigned char operands are added as int.
// property: reach
// expect: true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

int main(void) {
  unsigned char a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  int sum = a + b;
  if (sum < a) reach_error();
  return 0;
}
