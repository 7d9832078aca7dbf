// A left shift of a negative value is undefined (C17 6.5.7p4).
// property: overflow
// expect: false
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < -1 || x > 100) return 0;
  return x << 2;
  return 0;
}
