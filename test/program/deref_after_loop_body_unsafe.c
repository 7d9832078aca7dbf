// The lifetime of a local of a loop body ends with each iteration.
// property: valid-deref
// expect: false
// options: --data-model LP64
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *p = 0;
  int sum = 0;
  for (int i = 0; i < 3; ++i) {
    int x = i;
    p = &x;
    if (__VERIFIER_nondet_int()) break;
    sum += *p;
    p = &sum;
  }
  return *p;
}
