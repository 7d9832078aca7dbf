// fclose() accesses the stream that is passed to it.
// property: valid-deref
// expect: false
#include <stdio.h>

int main(void) {
  FILE *file = fopen("name", "r");
  if (file != 0) return 1;
  fclose(file);
  return 0;
}
