// property: valid-deref
// expect: true
// engines: portfolio=unknown
// unsupported: second call of getenv
//
// Both calls return the same string.
#include <stdlib.h>

int main(void) {
  if (getenv("HOME") == 0) return 0;
  return getenv("HOME")[0];
}
