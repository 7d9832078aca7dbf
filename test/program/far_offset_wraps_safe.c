// An address that wraps around passes the bounds check: neither proved nor an error (decision 12).
// property: valid-deref
// expect: true
// options: --data-model ILP32
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char a[8];
  char *p = a;
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 100) return 0;
  p += n;
  if (p + 10 > a + 8) return 0;
  n = __VERIFIER_nondet_int();
  if (n < 0) return 0;
  p += n;
  p[1] = 1;
  return 0;
}
