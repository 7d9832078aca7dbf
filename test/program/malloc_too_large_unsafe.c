// No object has more than PTRDIFF_MAX bytes: malloc returns null.
// property: reach
// expect: false
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
  char *p = malloc(-1);
  if (p == 0) reach_error();
  return 0;
}
