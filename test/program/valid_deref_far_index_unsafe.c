// Of all wrong indices the replay needs one near the array: an access far away may hit another object.
// property: valid-deref
// expect: false
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char a[8];
  int i = __VERIFIER_nondet_int();
  if (i >= 8) return 0;
  a[i] = 1;
  return 0;
}
