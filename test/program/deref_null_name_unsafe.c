// rename() reads the names that are passed to it.
// property: valid-deref
// expect: false
#include <stdio.h>

int main(void) {
  const char *name = 0;
  ;
  rename(name, "x");
  return 0;
}
