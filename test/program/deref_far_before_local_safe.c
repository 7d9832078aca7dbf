// The read is inside of the object.
// property: valid-deref
// expect: true
// options: --data-model LP64
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int first[40] = {1, 2};
  int second[40] = {3, 4};
  int n = __VERIFIER_nondet_int();
  if (n < 100 || n > 120) return 0;
  return first[n - 100] + second[130 - n];
}
