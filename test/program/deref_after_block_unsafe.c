// The lifetime of a local of an inner block ends with the block.
// property: valid-deref
// expect: false
// options: --data-model LP64
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int kept = 1;
  int *p = &kept;
  {
    int x = 5;
    p = &x;
    kept = *p;
    if (__VERIFIER_nondet_int()) return 1;
  }
  return *p;
}
