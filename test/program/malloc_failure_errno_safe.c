// A failed allocation sets errno.
// property: reach
// expect: true
#include <errno.h>
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
  errno = 0;
  if (malloc(-1) == 0 && errno != ENOMEM) reach_error();
  return 0;
}
