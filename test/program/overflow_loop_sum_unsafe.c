// Ten iterations stay below INT_MAX, eleven do not.
// property: overflow
// expect: false
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  int total = 2147483647 - 60;
  if (n < 0 || n > 11) return 0;
  for (int i = 1; i <= n; i++) total = total + i;
  return total;
}
