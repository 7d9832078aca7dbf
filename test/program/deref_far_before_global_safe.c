// The read is inside of the object.
// property: valid-deref
// expect: true
// options: --data-model LP64
extern int __VERIFIER_nondet_int(void);

static int values[200];
int *const middle = values + 100;
int *start = values;

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 10 || n > 90) return 0;
  start[n] = n;
  return middle[-n];
}
