// Objects that an array of pointers holds, or held before.
// property: valid-memtrack
// expect: false
// options: --data-model LP64
#include <stdlib.h>

static int *table[3];

int main(void) {
  table[0] = malloc(sizeof(int));
  table[1] = malloc(sizeof(int));
  int *last = malloc(sizeof(int));
  table[2] = last;
  for (int i = 0; i < 2; i++) free(table[i]);
  table[2] = 0;
  return 0;
}
