// Locals of recursive functions are not leaks, but memory that only they pointed to is one.
// property: valid-memtrack
// expect: false
// options: --data-model LP64
#include <stdlib.h>

static void visit(int **last, int n) {
  int *mine[2] = {malloc(sizeof(int)), 0};
  if (n > 0) visit(mine, n - 1);
  if (n > 0) free(mine[0]);
  if (last) free(last[1]);
}

int main(void) {
  visit(0, 1);
  return 0;
}
