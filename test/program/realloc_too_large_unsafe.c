// realloc returns null and leaves the object unchanged if the size is above PTRDIFF_MAX.
// property: reach
// expect: false
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
  char *p = malloc(4);
  p[0] = 7;
  if (realloc(p, -4) == 0 && p[0] == 7) reach_error();
  return 0;
}
