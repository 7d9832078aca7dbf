// A write at the end of a buffer.
// property: valid-deref
// expect: true
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char buf[10];
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 9) return 0;
  buf[n] = 0;
  return buf[n];
}
