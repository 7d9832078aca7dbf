// rename() reads the names that are passed to it.
// property: valid-deref
// expect: true
#include <stdio.h>

int main(void) {
  const char *name = 0;
  name = "y";
  rename(name, "x");
  return 0;
}
