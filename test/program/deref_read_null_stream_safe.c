// fgetc() accesses the stream that is passed to it.
// property: valid-deref
// expect: true
#include <stdio.h>

int main(void) {
  FILE *file = fopen("name", "r");
  int c = 0;
  if (file != 0) c = fgetc(file);
  return c;
}
