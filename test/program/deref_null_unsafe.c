// An access through a null pointer.
// property: valid-deref
// expect: false
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = 3;
  int *p = __VERIFIER_nondet_int() ? &x : 0;
  if (x) return *p;
  return 0;
}
