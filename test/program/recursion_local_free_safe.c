// A recursive function must not free its locals.
// property: valid-free
// expect: true
// options: --data-model LP64
#include <stdlib.h>

static int sum(int n) {
  int pair[2] = {n, 1};
  int *p = pair, *copy = malloc(sizeof *copy);
  if (copy == 0) return 0;
  *copy = p[n & 1];
  int result = *copy + (n > 0 ? sum(n - 1) : 0);
  free(copy);
  return result;
}

int main(void) { return sum(2); }
