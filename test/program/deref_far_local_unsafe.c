// A write that misses a local by so much that it could hit another local.
// property: valid-deref
// expect: false
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char small[12];
  char large[400];
  int n = __VERIFIER_nondet_int();
  if (n < 100 || n > 300) return 0;
  large[n] = 0;
  small[0] = 0;
  small[n] = 1;
  return large[n] + small[0];
}
