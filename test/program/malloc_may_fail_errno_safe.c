// An allocation that fails sets errno.
// property: reach
// expect: true
// options: --malloc-may-fail --data-model LP64
#include <errno.h>
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
  char *object = malloc(10);
  if (object == 0 && errno != ENOMEM) reach_error();
  free(object);
  return 0;
}
