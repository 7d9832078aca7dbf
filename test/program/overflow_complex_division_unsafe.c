// clang does not check divisions of complex integers.
// property: overflow
// expect: false
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int _Complex a = 8, b = __VERIFIER_nondet_int() ? 2 : 0;
  int _Complex c = a / b;
  if (__real__ c == 0) return 1;
  return 0;
}
