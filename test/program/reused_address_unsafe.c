// A new object may have the address of an object that was freed: the two addresses may be equal.
// property: reach
// expect: false
// engines: bmc=unknown portfolio=unknown
// options: --data-model LP64
#include <stdlib.h>

extern void reach_error(void);

int main(void) {
  int *old = malloc(sizeof(int));
  free(old);
  int *other = malloc(sizeof(int));
  if (old == other) reach_error();
  free(other);
  return 0;
}
