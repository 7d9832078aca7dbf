// The read is inside of the object.
// property: valid-deref
// expect: true
extern int __VERIFIER_nondet_int(void);

int main(void) {
  const char *text = "a text that is long enough for all of these indices, and more";
  int n = __VERIFIER_nondet_int();
  if (n < 50 || n > 54) return 0;
  return text[n];
}
