// strdup may return null, and the program checks that.
// property: memsafety
// expect: true
// options: --data-model LP64
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *copy = strdup("a");
  if (copy != 0) copy[0] = 'b';
  free(copy);
  return 0;
}
