// The amount of a shift is less than the width of the promoted left operand.
// property: overflow
// expect: true
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned char small = 1;
  unsigned amount = (unsigned)__VERIFIER_nondet_int();
  if (amount > 30) return 0;
  return (small << amount) != 0 ? 0 : 1;
}
