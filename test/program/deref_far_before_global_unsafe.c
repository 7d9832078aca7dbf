// A read far before the start of a global whose address another global holds.
// property: valid-deref
// expect: false
// options: --data-model LP64
extern int __VERIFIER_nondet_int(void);

static int values[200];
int *const middle = values + 100;
int *start = values;

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 10 || n > 90) return 0;
  start[n] = n;
  return start[-n];
}
