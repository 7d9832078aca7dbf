// The write is inside of the object.
// property: valid-deref
// expect: true
// options: --data-model LP64
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 4 || n > 8) return 0;
  short first[n];
  short second[n];
  second[0] = 0;
  first[n - 1] = 1;
  return second[0];
}
