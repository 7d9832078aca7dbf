// The write is to the large global.
// property: valid-deref
// expect: true
extern int __VERIFIER_nondet_int(void);

short small[5] = {1, 2, 3};
static short large[400];

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 100 || n > 300) return 0;
  large[n] = 1;
  return small[2] + large[n];
}
