// An allocation that fails sets errno.
// property: reach
// expect: false
// options: --malloc-may-fail --data-model LP64
#include <errno.h>
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
  char *object = malloc(10);
  if (object == 0) reach_error();
  free(object);
  return 0;
}
