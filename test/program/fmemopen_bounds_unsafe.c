// A stream of fmemopen writes to its memory when it is closed.
// property: valid-deref
// expect: false
// options: --data-model LP64
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *memory = malloc(4);
  FILE *out = fmemopen(memory, 8, "w");
  if (out) {
    fputs("hello", out);
    fclose(out);
  }
  free(memory);
}
