// The size of an object is a product that fits in 32 bits because the factor was bounded before.
// property: valid-deref
// expect: true
// engines: ufo=true dagger=true
// options: --data-model ILP32
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n >= 1000) return 0;
  int *a = malloc(n * sizeof(int));
  for (int i = 0; i < n; i++) a[i] = i;
  return 0;
}
