// A 64-bit product holds values that 32 bits cannot hold.
// property: overflow
// expect: true
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  long long square = (long long)x * x;
  return square >= 0 ? 0 : 1;
}
