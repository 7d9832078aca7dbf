// A write that misses a global by so much that it could hit another global.
// property: valid-deref
// expect: false
extern int __VERIFIER_nondet_int(void);

short small[5] = {1, 2, 3};
static short large[400];

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 100 || n > 300) return 0;
  small[n] = 1;
  return small[2] + large[n];
}
