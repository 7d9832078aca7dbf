// strdup may return null, and the program does not check that.
// property: memsafety
// expect: false
// options: --data-model LP64
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *copy = strdup("a");
  copy[0] = 'b';
  free(copy);
  return 0;
}
