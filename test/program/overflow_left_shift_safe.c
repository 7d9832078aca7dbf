// A left shift may not move a bit into the sign bit or beyond (C17 6.5.7p4).
// property: overflow
// expect: true
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 30) return 0;
  int x = 1 << n;
  if (x == 0) return 1;
  return 0;
}
