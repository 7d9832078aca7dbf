// An assert without declaration and definition is an external function: it returns.
// property: valid-deref
// expect: false
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char text[4];
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 4) return 0;
  assert(n < 4);
  text[n] = 0;
  return 0;
}
