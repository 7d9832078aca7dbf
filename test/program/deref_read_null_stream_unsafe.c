// fgetc() accesses the stream that it gets.
// property: valid-deref
// expect: false
#include <stdio.h>

int main(void) {
  FILE *file = fopen("name", "r");
  int c = 0;
  if (file != 0 || 1) c = fgetc(file);
  return c;
}
