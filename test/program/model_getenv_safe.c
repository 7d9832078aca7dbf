// getenv returns a string or null.
// property: valid-deref
// expect: true
#include <stdlib.h>

int main(void) {
  const char *home = getenv("HOME");
  if (home == 0) return 0;
  return home[0];
}
