// The absolute value of the least value is not representable.
// property: overflow
// expect: false
// engines: bmc=false
extern int __VERIFIER_nondet_int(void);
extern int abs(int x);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == -2147483647) return 0;
  return abs(x) == 3;
}
