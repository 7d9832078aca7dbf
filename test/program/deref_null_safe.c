// An access through a null pointer.
// property: valid-deref
// expect: true
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = 3;
  int *p = __VERIFIER_nondet_int() ? &x : 0;
  if (p) return *p;
  return 0;
}
