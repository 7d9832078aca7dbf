// A read far after a short literal.
// property: valid-deref
// expect: false
extern int __VERIFIER_nondet_int(void);

int main(void) {
  const char *text = "short";
  int n = __VERIFIER_nondet_int();
  if (n < 50 || n > 54) return 0;
  return text[n];
}
