// property: valid-deref
// expect: false
//
// The variable may be missing.
#include <stdlib.h>

int main(void) {
  return getenv("HOME")[0];
}
