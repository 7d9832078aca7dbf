// A product of 64 bits holds what 32 bits do not.
// property: overflow
// expect: false
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  long long square = (long long)(x * x);
  return square >= 0 ? 0 : 1;
}
