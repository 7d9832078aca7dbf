// A stream of fmemopen writes to its memory when it is closed.
// property: valid-deref
// expect: true
// options: --data-model LP64
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *memory = malloc(8);
  FILE *out = fmemopen(memory, 8, "w");
  if (out) {
    fputs("hello", out);
    fclose(out);
  }
  free(memory);
}
