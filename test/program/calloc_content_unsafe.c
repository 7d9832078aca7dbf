// calloc returns count times size zero bytes.
// property: valid-deref
// expect: false
// options: --data-model LP64
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *a = calloc(3, sizeof *a);
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 3) return 0;
  return a[i];
}
