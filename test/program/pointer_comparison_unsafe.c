// Equality and order of pointers into one array, and with null.
// property: reach
// expect: false
// options: --data-model LP64
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int a[4];
  int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
  if (i < 0 || i > 3 || j < 0 || j > 3) return 0;
  int *p = a + i, *q = a + j;
  if ((p < q) != (i < j) || (p == q) != (i == j) || (p >= q) != (i > j) || p == 0) reach_error();
  return 0;
}
