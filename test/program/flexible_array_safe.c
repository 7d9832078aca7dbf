// An array at the end of a struct has as many elements as were allocated.
// property: valid-deref
// expect: true
// options: --data-model LP64
#include <stdlib.h>

struct s { int n; int a[]; };
int main(void) {
  struct s *x = malloc(sizeof *x + 3 * sizeof(int));
  x->n = 3;
  for (int i = 0; i < x->n; i++) x->a[i] = i;
  return x->a[1];
}
