// A stream of fmemopen reads its memory line by line.
// property: reach
// expect: true
// options: --data-model LP64
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  char text[] = "one\ntwo\nthree";
  char line[10];
  int lines = 0;
  FILE *in = fmemopen(text, strlen(text), "r");
  while (fgets(line, sizeof line, in)) ++lines;
  assert(feof(in) && lines == 3);
  fclose(in);
}
